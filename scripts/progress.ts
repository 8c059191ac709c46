/** Where somebody watches: one line that is written over. An empty text takes it away. */
export function progress(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${text}`)
}
