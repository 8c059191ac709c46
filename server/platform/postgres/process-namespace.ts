import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'

let known: Promise<string> | undefined

/**
 * Names the scope of process numbers: this boot of this machine, and the container, since each has separate numbers.
 * Hexadecimal.
 * Without /proc it is the machine's name.
 */
export const processNamespace = () => (known ??= identify())

async function identify(): Promise<string> {
  const [boot, numbers] = await Promise.all([
    fs.readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    fs.readlink('/proc/self/ns/pid').catch(() => ''),
  ])
  return createHash('sha256')
    .update(boot && numbers ? `${boot} ${numbers}` : os.hostname())
    .digest('hex')
    .slice(0, 16)
}
