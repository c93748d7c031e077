/** Ends this process when its launcher has died: then the pipe that it held is at its end. */
export function endWithParent(): void {
  process.stdin.on('end', () => process.exit(1));
  process.stdin.on('error', () => process.exit(1));
  process.stdin.resume();
}
