import fs from 'node:fs'

/**
 * Adds the settings of an optional file to the environment. Does not treat an unreadable file or a broken link as a
 * missing file, because the command would then silently use a new, empty shop.
 * @throws Error with instructions for the operator
 */
export function loadSettings(file: string, { mayLeadNowhere = false } = {}): void {
  if (!fs.lstatSync(file, { throwIfNoEntry: false })) return
  try {
    fs.closeSync(fs.openSync(file, 'r'))
    process.loadEnvFile(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && mayLeadNowhere) return
    const reason =
      { ENOENT: 'it is a link to a missing file', EACCES: 'you have no permission to read it' }[code ?? ''] ?? message
    throw new Error(`The settings file ${file} cannot be read: ${reason}. Nothing was changed.`, { cause: error })
  }
}
