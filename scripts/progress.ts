/** Shows progress on one line in a terminal. Empty text removes it. */
export function progress(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${text}`)
}
