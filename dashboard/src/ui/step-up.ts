/** Loaded only once somebody is signed in; later calls return what has been loaded. */
export async function fetchStepUp() {
  return (await import('./step-up-dialog.tsx')).StepUpDialog;
}
