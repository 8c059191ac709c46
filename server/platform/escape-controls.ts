/**
 * Returns a JSON line without the control characters that JSON does not escape: those above 7e, which some terminals
 * interpret.
 */
export function escapeControls(line: string): string {
  return line.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
