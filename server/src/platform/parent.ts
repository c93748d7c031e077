/** Ends this process when its launcher dies, which closes the pipe to our standard input. */
export function endWithParent(): void {
  process.stdin.on('end', () => process.exit(1));
  process.stdin.on('error', () => process.exit(1));
  process.stdin.resume();
}
