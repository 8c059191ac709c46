// zod tries out whether it may compile code, which our content security policy forbids and browsers report as an error. It has to be told before any schema is made.
if (typeof document !== 'undefined') Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
