import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import remixConfig from './remix.config.js'

export default defineConfig({
  plugins: [tailwindcss(), remix(remixConfig)],
  // Loaded on demand: found only then, they would come with a React of their own in development.
  optimizeDeps: { include: ['@tanstack/react-query', '@trpc/client', '@trpc/react-query', 'superjson'] },
  build: { target: 'es2022', assetsInlineLimit: 0 },
})
