import js from '@eslint/js'
// @ts-expect-error -- it has no types
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { house } from './scripts/eslint-house.js'

/** One border: what files must not import, and why. Patterns are regular expressions: `#` starts a comment in the other kind.
 * @param {string} message @param {string} regex @param {object} [more] */
const forbid = (message, regex, more = {}) => ({ regex, message, ...more })

const NO_SERVER_IN_APP = forbid(
  'The browser may know server/**/*.schema.ts and types only; data comes through app/lib/api.server.ts.',
  '^#(server/(?!.*\\.schema\\.ts$)|prisma/|tests/)',
  { allowTypeImports: true },
)

export default tseslint.config(
  { ignores: ['node_modules', 'build', '.data', 'prisma/generated', 'test-results'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    plugins: { house },
    rules: {
      'house/file-names': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-empty-object-type': 'off',
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      'no-console': 'error',
      eqeqeq: ['error', 'always'],
    },
  },
  { files: ['scripts/**', 'tests/**', 'prisma/seed/seed-demo.ts', 'app/entry.server.tsx'], rules: { 'no-console': 'off' } },
  { files: ['**/*.{js,mjs}'], languageOptions: { globals: { process: 'readonly', console: 'readonly' } } },
  {
    files: ['**/*.test.ts', 'tests/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },

  // server/: a schema is zod only; a service knows nothing of transport; a router is permission, schema and one call.
  {
    files: ['server/**/*.schema.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [forbid('A schema imports zod and other schemas only.', '^(?!zod$|.*\\.schema\\.ts$)')] }] },
  },
  {
    files: ['server/**/*.ts'],
    ignores: ['server/http/**', 'server/trpc/**', 'server/main.ts', 'server/**/*.schema.ts', 'server/**/*.router.ts', 'server/**/*.test.ts'],
    rules: {
      'max-lines': ['error', { max: 320, skipBlankLines: true, skipComments: true }],
      'no-restricted-imports': ['error', {
        patterns: [
          forbid('Services know nothing of tRPC, Remix or HTTP.', '^(@trpc/|@remix-run/|hono|@hono/|#server/(http|trpc)/)|\\.router\\.ts$'),
          forbid('server/ does not know the pages, the tests or the demo.', '^#(app|tests|prisma/seed)/'),
        ],
      }],
    },
  },
  {
    files: ['server/**/*.router.ts'],
    rules: {
      'house/one-call-procedures': 'error',
      'no-restricted-imports': ['error', { patterns: [forbid('A router calls services; it has no database of its own.', '^(#prisma/|#server/platform/db\\.ts$|pg$)')] }],
    },
  },

  // What ranks cannot see commissions, neither by import nor by name, in code or in SQL.
  {
    files: ['server/search/**/*.ts', 'server/catalogue/**/*.ts'],
    rules: { 'house/blind-to-earnings': 'error' },
  },

  // app/: features never import each other; routes are the URL map.
  {
    files: ['app/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks, 'jsx-a11y': jsxA11y },
    rules: {
      ...jsxA11y.flatConfigs.recommended.rules,
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [NO_SERVER_IN_APP] }],
    },
  },
  {
    files: ['app/features/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [NO_SERVER_IN_APP, forbid('A feature imports components, lib and schemas, never another feature.', '^(#app/(features|routes)/|\\.\\./|#app/lib/api\\.server)')] }],
    },
  },
  {
    files: ['app/components/**/*.{ts,tsx}', 'app/lib/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [NO_SERVER_IN_APP, forbid('Components and lib know no feature and no route.', '^#app/(features|routes)/')] }],
    },
  },
  { files: ['app/routes/**'], rules: { 'max-lines': ['error', { max: 120 }] } },
  { files: ['app/lib/api-types.ts', 'app/lib/api.server.ts'], rules: { '@typescript-eslint/no-restricted-imports': 'off' } },
)
