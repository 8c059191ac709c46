import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

interface LockedPackage {
  version: string
  integrity?: string
  license?: string
  /** Whether only development packages use it. */
  dev?: boolean
  optional?: boolean
}

/**
 * Lists the packages that serve the shop, with versions, licences and hashes, as CycloneDX 1.6. Reads only
 * package-lock.json, so it needs no network and is the same on every platform. (`npm sbom --omit dev` leaves out
 * packages that a development package also needs, such as zod.)
 */
export function composeSbom() {
  const { name, version } = read('package.json') as { name: string; version: string }
  const { packages } = read('package-lock.json') as { packages: Record<string, LockedPackage> }
  const components = new Map<string, object>()
  for (const [folder, { dev, optional, version, integrity, license }] of Object.entries(packages)) {
    if (folder === '' || dev) continue
    const packageName = folder.replace(/^.*node_modules\//, '')
    const purl = `pkg:npm/${packageName.replace('@', '%40')}@${version}`
    components.set(purl, {
      type: 'library',
      'bom-ref': purl,
      name: packageName,
      version,
      purl,
      scope: optional ? 'optional' : 'required',
      ...(license && { licenses: [{ expression: license }] }),
      ...(integrity && { hashes: integrity.split(' ').map(hashOf) }),
    })
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
    components: [...components.values()],
  }
}

/** Writes the list of packages, for `npm run build`. */
export function writeSbom(file: string): void {
  fs.writeFileSync(file, `${JSON.stringify(composeSbom(), null, 1)}\n`)
}

/** @param integrity as npm keeps it: 'sha512-' and base64 */
function hashOf(integrity: string): { alg: string; content: string } {
  const [algorithm = '', digest = ''] = integrity.split(/-(.*)/s)
  return { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }
}

const read = (file: string): unknown => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'))
