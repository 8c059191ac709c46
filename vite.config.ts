import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Rollup } from 'vite'
import remixConfig from './remix.config.js'
import { ICON, icons } from './vite.icons.ts'

/**
 * Puts the code of every page into two files: forty small ones compress badly. Packages stay in browsers' caches over
 * deployments; the shell changes with ours. Icons that several files use go with the packages, because each is too
 * small for a separate file. All others stay with the page that uses them.
 */
function filesOfEveryPage(): Rollup.GetManualChunk {
  let everywhere: ReadonlySet<string> | undefined
  return (id, { getModuleIds, getModuleInfo }) => {
    everywhere ??= reachable(
      [...getModuleIds()].filter((name) => /\/app\/(entry\.client|root)\.tsx/.test(name)),
      getModuleInfo,
    )
    if (id.includes('vite/preload-helper')) return 'packages'
    if (id.startsWith(ICON) && (getModuleInfo(id)?.importers.length ?? 0) > 1) return 'packages'
    // The entry must not run with the first page that imports the shell: Remix is not ready then.
    if (everywhere.has(id) && !id.endsWith('/app/entry.client.tsx'))
      return /^\0|\/node_modules\//.test(id) ? 'packages' : 'shell'
  }
}

function reachable(from: string[], find: Rollup.GetModuleInfo): ReadonlySet<string> {
  const found = new Set(from)
  for (const id of found) for (const imported of find(id)?.importedIds ?? []) found.add(imported)
  return found
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [icons(), tailwindcss(), remix(remixConfig)],
  // States each licence once, at the end of a file. Otherwise every Remix module repeats its own.
  esbuild: { legalComments: 'eof' },
  // Node would load lucide's own icons in development, bypassing our plugin.
  ssr: { noExternal: ['lucide-react'] },
  // In development a package that is found late reloads the page, and until then brings a second copy of React.
  optimizeDeps: {
    entries: ['app/{entry.client,!(routes)/**/!(*.server|*.test|*.d)}.{ts,tsx}'],
    // Browsers do not need these packages, but Remix requests them when it collects the styles of a page.
    exclude: ['@remix-run/node', 'zod'],
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // 5 KB less than esbuild's on a first visit (gzip); browsers load none of the server's code.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: { module: true },
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: filesOfEveryPage(), onlyExplicitManualChunks: true } },
  },
}))
