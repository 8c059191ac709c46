import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Rollup } from 'vite'
import remixConfig from './remix.config.js'
import { ICON, icons } from './vite.icons.ts'

/**
 * What every page needs comes in two files: forty small ones compress badly. The packages stay in browsers' caches over
 * deployments, the shell is ours. Icons that several files show go with the packages, because each is too little for a
 * file of its own; all others stay with the page that shows them.
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
    // What starts the page must not start with the first page that imports the shell: then Remix is not ready yet.
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
  // A file says each license once, at its end. Otherwise every module of Remix repeats its own.
  esbuild: { legalComments: 'eof' },
  // Node would load lucide's own icons in development, past the plugin that makes ours.
  ssr: { noExternal: ['lucide-react'] },
  // In development a package that is found late loads the page anew, and until then comes with a React of its own.
  optimizeDeps: {
    entries: ['app/{entry.client,!(routes)/**/!(*.server|*.test|*.d)}.{ts,tsx}'],
    // No browser needs them, but Remix asks for them in its name when it collects the styles of a page.
    exclude: ['@remix-run/node', 'zod'],
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // 5 KB less on a first visit than esbuild's, gzip; no browser loads what the server runs.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: { module: true },
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: filesOfEveryPage(), onlyExplicitManualChunks: true } },
  },
}))
