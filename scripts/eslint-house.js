// House rules that no existing ESLint rule covers.
import path from 'node:path'

/** @type {import('eslint').Rule.RuleModule} */
const fileNames = {
  meta: { type: 'problem', docs: { description: 'requires descriptive file names' }, schema: [] },
  create(context) {
    return {
      Program(node) {
        const name = context.filename.split(/[\\/]/).at(-1) ?? ''
        if (/^(utils?|misc|helpers?|common|index)\.(ts|tsx)$/.test(name)) {
          context.report({ node, message: `'${name}' does not describe the contents. Name the subject.` })
        }
      },
    }
  },
}

/** @type {import('eslint').Rule.RuleModule} */
const oneCallProcedures = {
  meta: {
    type: 'problem',
    docs: { description: 'requires procedures to be a permission, a schema and one call' },
    schema: [],
  },
  create(context) {
    /** @param {any} node */
    const check = (node) => {
      const method = node.callee.type === 'MemberExpression' ? node.callee.property.name : ''
      const [resolver] = node.arguments
      if (!['query', 'mutation', 'subscription'].includes(method) || !resolver) return
      if (resolver.type !== 'ArrowFunctionExpression' || resolver.body.type !== 'CallExpression') {
        context.report({
          node: resolver,
          message: 'Procedures have no body. Move it to a service function and call that.',
        })
      }
    }
    return { CallExpression: check }
  },
}

const EARNINGS = /commission|payout|invoice|revenue|earning|clawback/i

/** @type {import('eslint').Rule.RuleModule} */
const blindToEarnings = {
  meta: {
    type: 'problem',
    docs: { description: 'keeps our earnings out of search and ranking' },
    schema: [],
  },
  create(context) {
    /** @param {any} node @param {unknown} text */
    const check = (node, text) => {
      if (typeof text === 'string' && EARNINGS.test(text))
        context.report({
          node,
          message: 'Search and ranking must not use what we earn from a sale, as the page /ranking promises.',
        })
    }
    return {
      Identifier: (node) => check(node, node.name),
      Literal: (node) => check(node, node.value),
      TemplateElement: (node) => check(node, node.value.raw),
    }
  },
}

const LISTED_FILE = /(^|\/)listed(-text)?\.ts$/
const READS_PRODUCTS = /\b(from|join)\s+"?products"?(?!\w)/i
const HAND_COPY = /\bverification_status\s*=\s*'approved'|\bstatus\s*=\s*'active'/
const READING = /^(find(Many|First|Unique)(OrThrow)?|count|aggregate|groupBy)$/

/** @type {import('eslint').Rule.RuleModule} */
const listedProducts = {
  meta: {
    type: 'problem',
    docs: { description: 'requires queries of products to select visible ones' },
    schema: [],
  },
  create(context) {
    const { visitorKeys } = context.sourceCode

    /** Visits every node below this one. @param {any} node @param {(node: any) => void} visit */
    const walk = (node, visit) => {
      visit(node)
      for (const key of visitorKeys[node.type] ?? [])
        for (const child of [node[key]].flat()) if (child) walk(child, visit)
    }

    /** @param {any} node @returns {import('eslint').Scope.Variable | null} */
    const variableOf = (node) => {
      /** @type {import('eslint').Scope.Scope | null} */
      let scope = context.sourceCode.getScope(node)
      for (; scope; scope = scope.upper) {
        const found = scope.set.get(node.name)
        if (found) return found
      }
      return null
    }

    /**
     * Returns the predicates of listed.ts that an expression uses, directly or through its parts in this file.
     * @param {any} root @param {Set<string>} names @param {Set<any>} seen
     */
    const predicatesIn = (root, names = new Set(), seen = new Set()) => {
      walk(root, (node) => {
        if (
          node.type !== 'Identifier' ||
          (node.parent.type === 'Property' && node.parent.key === node && !node.parent.shorthand)
        )
          return
        if (node.parent.type === 'MemberExpression' && node.parent.property === node && !node.parent.computed) return
        const variable = variableOf(node)
        if (!variable || seen.has(variable)) return
        seen.add(variable)
        for (const { type, node: definition, parent } of /** @type {any[]} */ (variable.defs)) {
          if (type === 'ImportBinding' && LISTED_FILE.test(parent.source.value)) names.add(definition.imported.name)
          else if (type === 'Variable' && definition.init) predicatesIn(definition.init, names, seen)
          else if (type === 'FunctionName') predicatesIn(definition.body, names, seen)
        }
      })
      return names
    }

    /** @param {any} node the query @param {any} at where to report */
    const check = (node, at = node) => {
      const names = predicatesIn(node)
      if (['LISTED', 'LISTED_WHERE', 'LISTED_TEXT'].some((name) => names.has(name))) return
      if (names.has('ACTIVE') && names.has('OPEN')) return
      if (names.has('ACTIVE_TEXT') && names.has('OPEN_TEXT')) return
      if (names.has('ACTIVE_WHERE') && names.has('OPEN_WHERE')) return
      context.report({
        node: at,
        message:
          'Select visible products with LISTED (server/platform/listed.ts), or disable this rule here and say why.',
      })
    }

    /** @param {any} node @param {string} text */
    const checkCopy = (node, text) => {
      if (HAND_COPY.test(text))
        context.report({
          node,
          message: 'Use the conditions in server/platform/listed.ts for open stores and listed products.',
        })
    }

    return {
      TemplateLiteral(node) {
        const text = node.quasis.map(({ value }) => value.raw).join(' ')
        checkCopy(node, text)
        if (READS_PRODUCTS.test(text)) check(node)
      },
      Literal(node) {
        if (typeof node.value !== 'string') return
        checkCopy(node, node.value)
        if (READS_PRODUCTS.test(node.value)) check(node)
      },
      CallExpression(node) {
        const { callee } = node
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
        if (!READING.test(callee.property.name) || callee.object.type !== 'MemberExpression') return
        const model = callee.object.property.type === 'Identifier' ? callee.object.property.name : ''
        let readsProducts = model === 'product'
        for (const argument of node.arguments)
          walk(argument, (below) => {
            if (below.type === 'Property' && /^products?$/.test(below.key.name ?? '')) readsProducts = true
          })
        if (readsProducts) check(node)
      },
    }
  },
}

/** @type {import('eslint').Rule.RuleModule} */
const reasonedExceptions = {
  meta: { type: 'problem', docs: { description: 'requires a reason for disabling a rule' }, schema: [] },
  create(context) {
    return {
      Program() {
        for (const { value, loc } of context.sourceCode.getAllComments())
          if (loc && /^\s*eslint-disable/.test(value) && !/ -- \S/.test(value))
            context.report({ loc, message: 'Say why: eslint-disable-next-line RULE -- the reason.' })
      },
    }
  },
}

/** The folders of server/, lowest layer first. Files next to them (main.ts, router.ts, jobs.ts) may import all of them. */
const FLOORS = [
  ['platform'],
  ['trpc'],
  ['mail', 'media'],
  ['auth'],
  ['two-people', 'quotas', 'outgoing-webhooks', 'push'],
  ['accounts', 'catalogue', 'partners', 'uploads'],
  ['sizing'],
  ['search', 'outbound', 'wishlist', 'feedback', 'support', 'waitlist', 'stores'],
  ['products', 'shopify', 'woocommerce', 'fitting', 'taste'],
  ['analytics'],
  ['sales', 'invitations', 'storefront', 'importing', 'site', 'open-data'],
  ['connections', 'new-in', 'offers', 'partner-api', 'statements'],
  ['market', 'mcp', 'moderation', 'operations'],
  ['admin'],
  ['http'],
]

/** @type {import('eslint').Rule.RuleModule} */
const floors = {
  meta: { type: 'problem', docs: { description: 'restricts imports in server/ to one direction' }, schema: [] },
  create(context) {
    const [, ownFolder] = path.relative(context.cwd, context.filename).split(path.sep).slice(0, -1)
    /** @param {string | undefined} folder */
    const floorOf = (folder) =>
      folder === undefined ? FLOORS.length : FLOORS.findIndex((floor) => floor.includes(folder))
    /** @param {any} node */
    const check = (node) => {
      const [specifier, folder] = /^#server\/(?:([\w-]+)\/)?/.exec(node.source?.value ?? '') ?? []
      // `import { type A }` also loads the file.
      if (specifier === undefined || folder === ownFolder || node.importKind === 'type' || node.exportKind === 'type')
        return
      const [from, to] = [floorOf(ownFolder), floorOf(folder)]
      if (from < 0 || to < 0)
        context.report({
          node,
          message: `server/${from < 0 ? ownFolder : folder}/ has no layer. Add it to FLOORS in scripts/eslint-house.js.`,
        })
      else if (to > from)
        context.report({
          node,
          message: `server/${ownFolder}/ cannot import from ${folder ?? 'server'}/, a higher layer. Move shared code below both.`,
        })
      else if (to === from)
        context.report({
          node,
          message: `server/${ownFolder}/ and ${folder}/ are in the same layer. They may only \`import type\` from each other.`,
        })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}

const TABLE_TYPE = /^:\s*(?:(?:Readonly|Partial)<)*Record<string,/

/** @type {import('eslint').Rule.RuleModule} */
const tablesByName = {
  meta: { type: 'problem', docs: { description: 'requires tables without a prototype' }, schema: [] },
  create(context) {
    return {
      /** @param {any} node */
      ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator'(node) {
        const type = node.id.typeAnnotation && context.sourceCode.getText(node.id.typeAnnotation)
        if (node.init?.type === 'ObjectExpression' && type && TABLE_TYPE.test(type))
          context.report({
            node,
            message:
              "Use lookup() (server/platform/lookup.schema.ts): in an object literal, 'constructor' is found too.",
          })
      },
    }
  },
}

export const house = {
  rules: {
    floors,
    'file-names': fileNames,
    'one-call-procedures': oneCallProcedures,
    'blind-to-earnings': blindToEarnings,
    'listed-products': listedProducts,
    'reasoned-exceptions': reasonedExceptions,
    'tables-by-name': tablesByName,
  },
}
