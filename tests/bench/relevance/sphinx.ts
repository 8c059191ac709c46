import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#tests/setup/shop-process.ts'
import type { Lifetime } from '../lifetime.ts'
import type { Item } from './catalogue.ts'
import { fieldsOf, wordsOf, type Peer } from './engines.ts'
import { SphinxClient } from './sphinx-client.ts'

const FIRST = 10
const TRIES = 100
const run = promisify(execFile)
const plain = (text: string) => text.replace(/[\t\r\n\\]+/g, ' ')

/**
 * Starts Sphinx from Debian's package (sphinxsearch), with its own stemmer and ranking. Returns null if it is not
 * installed. Version 2.2 does not correct words, so it gets corrected ones.
 * @param correct returns the word that was probably meant
 */
export async function sphinxSearch(
  items: readonly Item[],
  correct: (word: string) => Promise<string>,
  lifetime: Lifetime,
): Promise<Peer | null> {
  if (!(await isInstalled())) {
    console.log('  Sphinx is left out: apt-get install sphinxsearch adds it.')
    return null
  }
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-sphinx-'))
  const port = await freePort()
  const rows = items.map((item, at) => {
    const { name, brand, attributes, description } = fieldsOf(item)
    return [String(at + 1), name, brand, attributes, description].map(plain).join('\t')
  })
  await fs.writeFile(path.join(folder, 'docs.tsv'), `${rows.join('\n')}\n`)
  const config = path.join(folder, 'sphinx.conf')
  await fs.writeFile(
    config,
    `source docs {
  type = tsvpipe
  tsvpipe_command = cat ${folder}/docs.tsv
  tsvpipe_field = name
  tsvpipe_field = brand
  tsvpipe_field = attributes
  tsvpipe_field = description
}
index docs {
  source = docs
  path = ${folder}/docs
  morphology = stem_en
}
searchd {
  listen = 127.0.0.1:${port}:mysql41
  pid_file = ${folder}/searchd.pid
  log = ${folder}/searchd.log
  binlog_path =
}
`,
  )
  await run('indexer', ['--config', config, '--all', '--quiet'])
  const daemon = spawn('searchd', ['--config', config, '--nodetach'], { stdio: 'ignore' })
  lifetime.add(async () => {
    daemon.kill()
    await fs.rm(folder, { recursive: true, force: true })
  })
  const client = await connect(port)
  lifetime.add(() => Promise.resolve(client.close()))
  const ranked = async (text: string) => {
    const found = await client.column(
      `SELECT id FROM docs WHERE MATCH('${text}') LIMIT ${FIRST} OPTION ranker=sph04, field_weights=(name=4, brand=4, attributes=3, description=1)`,
    )
    return found.flatMap((id) => items[Number(id) - 1]?.id ?? [])
  }
  return {
    name: 'Sphinx, words corrected by pg_trgm',
    find: async (text) => {
      const words: string[] = []
      for (const word of wordsOf(text)) words.push(await correct(word))
      const all = await ranked(words.join(' '))
      return all.length >= FIRST ? all : [...new Set([...all, ...(await ranked(words.join(' | ')))])].slice(0, FIRST)
    },
  }
}

async function isInstalled(): Promise<boolean> {
  try {
    await run('sh', ['-c', 'command -v searchd indexer'])
    return true
  } catch {
    return false
  }
}

async function connect(port: number): Promise<SphinxClient> {
  for (let tries = 0; ; tries++) {
    try {
      return await SphinxClient.connect(port)
    } catch (error) {
      if (tries === TRIES) throw error
      await setTimeout(100)
    }
  }
}
