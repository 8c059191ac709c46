import fs from 'node:fs'

/**
 * Adds the settings of a file, which is optional, to the environment. One that is there and cannot be read, or a link that leads nowhere, is no
 * shop without settings: the command would quietly work on an empty one of its own.
 * @throws Error in words for whoever runs the shop
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
      { ENOENT: 'it is a link to a file that is not there', EACCES: 'the user that runs this may not read it' }[
        code ?? ''
      ] ?? message
    throw new Error(`The settings in ${file} cannot be read: ${reason}. Nothing was done.`, { cause: error })
  }
}
