import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Rollup } from 'vite'
import remixConfig from './remix.config.js'

/**
 * What every page needs comes in two files: forty small ones compress badly. The packages stay in browsers' caches over
 * deployments, the shell is ours. All icons go with the packages: each is too little for a file of its own.
 */
function filesOfEveryPage(): Rollup.GetManualChunk {
  let everywhere: ReadonlySet<string> | undefined
  return (id, { getModuleIds, getModuleInfo }) => {
    everywhere ??= reachable([...getModuleIds()].filter((name) => /\/app\/(entry\.client|root)\.tsx/.test(name)), getModuleInfo)
    if (/\/lucide-react\/|vite\/preload-helper/.test(id)) return 'packages'
    // What starts the page must not start with the first page that imports the shell: then Remix is not ready yet.
    if (everywhere.has(id) && !id.endsWith('/app/entry.client.tsx')) return /^\0|\/node_modules\//.test(id) ? 'packages' : 'shell'
  }
}

function reachable(from: string[], find: Rollup.GetModuleInfo): ReadonlySet<string> {
  const found = new Set(from)
  for (const id of found) for (const imported of find(id)?.importedIds ?? []) found.add(imported)
  return found
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig)],
  // Loaded on demand: found only then, they would come with a React of their own in development.
  optimizeDeps: { include: ['@tanstack/react-query', '@trpc/client', '@trpc/react-query', 'superjson'] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: filesOfEveryPage(), onlyExplicitManualChunks: true } },
  },
}))
