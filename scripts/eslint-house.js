// The borders of the house that no ready-made rule keeps.

/** @type {import('eslint').Rule.RuleModule} */
const fileNames = {
  meta: { type: 'problem', docs: { description: 'file names say what is in them' }, schema: [] },
  create(context) {
    return {
      Program(node) {
        const name = context.filename.split(/[\\/]/).at(-1) ?? ''
        if (/^(utils?|misc|helpers?|common|index)\.(ts|tsx)$/.test(name)) {
          context.report({ node, message: `'${name}' says nothing of what is in it: name the subject.` })
        }
      },
    }
  },
}

/** @type {import('eslint').Rule.RuleModule} */
const oneCallProcedures = {
  meta: { type: 'problem', docs: { description: 'a procedure is permission, schema and one call' }, schema: [] },
  create(context) {
    /** @param {any} node */
    const check = (node) => {
      const method = node.callee.type === 'MemberExpression' ? node.callee.property.name : ''
      const [resolver] = node.arguments
      if (!['query', 'mutation', 'subscription'].includes(method) || !resolver) return
      if (resolver.type !== 'ArrowFunctionExpression' || resolver.body.type !== 'CallExpression') {
        context.report({ node: resolver, message: 'A procedure with a body: make the body a service function and call it.' })
      }
    }
    return { CallExpression: check }
  },
}

const EARNINGS = /commission|payout|invoice|revenue|earning|clawback/i

/** @type {import('eslint').Rule.RuleModule} */
const blindToEarnings = {
  meta: { type: 'problem', docs: { description: 'what finds and ranks products does not know what a sale would earn us' }, schema: [] },
  create(context) {
    /** @param {any} node @param {unknown} text */
    const check = (node, text) => {
      if (typeof text === 'string' && EARNINGS.test(text)) context.report({ node, message: 'Search and ranking are blind to what a sale would earn us: the page /ranking promises it.' })
    }
    return {
      Identifier: (node) => check(node, node.name),
      Literal: (node) => check(node, node.value),
      TemplateElement: (node) => check(node, node.value.raw),
    }
  },
}

export const house = { rules: { 'file-names': fileNames, 'one-call-procedures': oneCallProcedures, 'blind-to-earnings': blindToEarnings } }
