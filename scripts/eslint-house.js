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

export const house = { rules: { 'file-names': fileNames, 'one-call-procedures': oneCallProcedures } }
