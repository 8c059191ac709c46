import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const ROOT = path.resolve(import.meta.dirname, '..')

/** Lists what a file imports, including type imports and `import()`: paths of our files, and names of packages. */
export function importsOf(file: string): { files: string[]; packages: string[] } {
  const { importedFiles } = ts.preProcessFile(fs.readFileSync(path.join(ROOT, file), 'utf8'))
  const [files, packages]: [string[], string[]] = [[], []]
  for (const { fileName } of importedFiles) {
    const [name = ''] = fileName.split('?')
    if (name.startsWith('#')) files.push(name.slice(1))
    else if (name.startsWith('.')) files.push(path.posix.join(path.posix.dirname(file), name))
    else packages.push(name)
  }
  return { files, packages }
}
