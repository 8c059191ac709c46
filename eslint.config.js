import js from '@eslint/js'
// @ts-expect-error -- it has no types
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { house } from './scripts/eslint-house.js'

/**
 * Returns one forbidden import, with the reason. Patterns are regular expressions: in the other kind `#` starts a
 * comment.
 * @param {string} message @param {string} regex @param {object} [more]
 */
const forbid = (message, regex, more = {}) => ({ regex, message, ...more })

const NO_SERVER_IN_APP = forbid(
  'The browser may know server/**/*.schema.ts, *.shared.ts, *.values.ts and types only; data comes through app/lib/api.server.ts.',
  '^#(server/(?!.*\\.(schema|shared|values)\\.ts$)|prisma/|demo/|tests/)',
  { allowTypeImports: true },
)

const NO_ICONS_AT_ONCE = forbid(
  "Import each icon from 'lucide-react/icons/its-name': then the build sees which page shows it.",
  '^lucide-react$',
  { allowTypeImports: true },
)

const NO_RESOLVED_LINKS = forbid(
  "Links to our own addresses are those of app/components/link.tsx: Remix's look each of them up.",
  '^@remix-run/react$',
  { importNames: ['Link'] },
)

const NO_LOST_ANSWERS = forbid(
  'An answer must outlive a reload of the data: useActionAnswer of app/lib/action-answer.ts.',
  '^@remix-run/react$',
  { importNames: ['useActionData'] },
)

/** Parts that other parts depend on, each on those before it: the session decides what a heart does, and a product's card has a heart. */
const PARTS_BELOW = ['session', 'wishlist', 'reader']
/** Returns a regular expression for all parts except these. @param {string[]} parts */
const partsBut = (parts) => (parts.length > 0 ? `parts/(?!(${parts.join('|')})/)` : 'parts/')

/**
 * Returns the rules of one floor of app/: what its files must not import, in addition to what no page may.
 * @param {string} files @param {string} [message] @param {string[]} [above] beginnings of paths below app/, as regular
 * expressions
 */
const appFloor = (files, message, above) => ({
  files: [files],
  rules: {
    '@typescript-eslint/no-restricted-imports': /** @type {import('eslint').Linter.RuleEntry} */ ([
      'error',
      {
        patterns: [
          NO_SERVER_IN_APP,
          NO_ICONS_AT_ONCE,
          NO_RESOLVED_LINKS,
          NO_LOST_ANSWERS,
          ...(message && above ? [forbid(message, `^(#app/(${above.join('|')})|\\.\\./)`)] : []),
        ],
      },
    ]),
  },
})

export default tseslint.config(
  { ignores: ['node_modules', 'build', '.data', '.peers', 'prisma/generated', 'test-results', 'tests/generated'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    plugins: { house },
    rules: {
      'house/file-names': 'error',
      'house/reasoned-exceptions': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-empty-object-type': 'off',
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      'no-console': 'error',
      eqeqeq: ['error', 'always'],
      // Patterns here match control characters on purpose, to remove them from user input.
      'no-control-regex': 'off',
    },
  },
  {
    files: ['scripts/**', 'tests/**', 'demo/seed-demo.ts', 'app/entry.server.tsx'],
    rules: { 'no-console': 'off' },
  },
  {
    // Value files import nothing, so they cannot use `lookup`, and their readers use Object.hasOwn.
    files: ['server/**/*.ts', 'app/**/*.{ts,tsx}'],
    ignores: ['**/*.values.ts', '**/*.test.ts', 'server/waitlist/time-zones.schema.ts'],
    rules: { 'house/tables-by-name': 'error' },
  },
  { files: ['**/*.{js,mjs}'], languageOptions: { globals: { process: 'readonly', console: 'readonly' } } },
  {
    files: ['**/*.test.ts', 'tests/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },

  // server/: a schema is zod only; a service knows nothing of transport; a router is permission, schema and one call.
  {
    files: ['server/**/*.schema.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [forbid('A schema imports zod and other schemas only.', '^(?!zod$|.*\\.schema\\.ts$)')] },
      ],
    },
  },
  {
    files: ['server/**/*.values.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [forbid('Values stand alone: browsers get them whole.', '.')] }],
    },
  },
  {
    files: ['server/**/*.shared.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            forbid(
              'What browsers run too imports only what they may have: *.shared.ts, schemas and values.',
              '^(?!.*\\.(schema|shared|values)\\.ts$)',
            ),
          ],
        },
      ],
    },
  },
  {
    files: ['server/**/*.ts'],
    ignores: [
      'server/http/**',
      'server/trpc/**',
      'server/main.ts',
      'server/router.ts',
      'server/**/*.schema.ts',
      'server/**/*.shared.ts',
      'server/**/*.values.ts',
      'server/**/*.router.ts',
      'server/**/*.test.ts',
    ],
    rules: {
      'max-lines': ['error', { max: 320, skipBlankLines: true, skipComments: true }],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            forbid(
              'Services know nothing of tRPC, Remix or HTTP.',
              '^(@trpc/|@remix-run/|hono|@hono/|#server/(http|trpc)/)|\\.router\\.ts$',
            ),
            forbid('server/ does not know the pages, the tests or the demo.', '^#(app|tests|demo)/'),
          ],
        },
      ],
    },
  },
  {
    files: ['server/**/*.ts'],
    ignores: ['server/**/*.test.ts'],
    rules: { 'house/floors': 'error' },
  },
  {
    files: ['server/**/*.router.ts'],
    rules: {
      'house/one-call-procedures': 'error',
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            forbid(
              'A router calls services; it has no database of its own.',
              '^(#prisma/|#server/platform/db\\.ts$|pg$)',
            ),
          ],
        },
      ],
    },
  },

  // Products must be read with a condition on their visibility, unless the query says why not.
  {
    files: ['server/**/*.ts', 'app/**/*.{ts,tsx}'],
    ignores: ['server/**/*.test.ts', 'server/platform/listed-text.ts'],
    rules: { 'house/listed-products': 'error' },
  },

  // Ranking code cannot see commissions, neither by import nor by name, in code or in SQL.
  {
    files: ['server/search/**/*.ts', 'server/catalogue/**/*.ts'],
    rules: { 'house/blind-to-earnings': 'error' },
  },

  // app/: lib <- components <- parts <- features <- routes and the root; features never import each other.
  {
    files: ['app/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks, 'jsx-a11y': jsxA11y },
    rules: {
      ...jsxA11y.flatConfigs.recommended.rules,
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  appFloor('app/**/*.{ts,tsx}'),
  appFloor(
    'app/features/**/*.{ts,tsx}',
    'A feature imports parts, components, lib and schemas, never another feature.',
    ['features/', 'routes/', 'root\\.tsx', 'lib/api\\.server'],
  ),
  appFloor('app/parts/**/*.{ts,tsx}', 'A part imports components and lib, of other parts only those in PARTS_BELOW.', [
    'features/',
    'routes/',
    'root\\.tsx',
    partsBut(PARTS_BELOW),
  ]),
  ...PARTS_BELOW.map((part, floor) =>
    appFloor(`app/parts/${part}/**/*.{ts,tsx}`, 'Of other parts it imports those before it in PARTS_BELOW.', [
      'features/',
      'routes/',
      'root\\.tsx',
      partsBut(PARTS_BELOW.slice(0, floor)),
    ]),
  ),
  appFloor('app/components/**/*.{ts,tsx}', 'Components know no domain: they import lib.', [
    'features/',
    'parts/',
    'routes/',
    'root\\.tsx',
  ]),
  appFloor('app/lib/**/*.{ts,tsx}', 'lib is plumbing: it imports nothing above it.', [
    'features/',
    'parts/',
    'components/',
    'routes/',
    'root\\.tsx',
  ]),
  { files: ['app/routes/**'], rules: { 'max-lines': ['error', { max: 140 }] } },
  {
    files: ['app/lib/api-types.ts', 'app/lib/api.server.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': 'off' },
  },
)
