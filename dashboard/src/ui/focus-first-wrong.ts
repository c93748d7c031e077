/** Takes whoever sent a form to the first field of it that is not right. */
export function focusFirstWrong(): void {
  // What is wrong is marked once the form has been drawn anew.
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus();
  });
}
