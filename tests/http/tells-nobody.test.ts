import { randomBytes } from 'node:crypto'
import http from 'node:http'
import superjson from 'superjson'
import { expect, test } from 'vitest'
import { createAccount, PASSWORD } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'
import { USER_AGENT, type Visitor } from './visitor.ts'

const shop = useShop()

/** A browser that types one address, with or without an account. Both addresses have the same length. */
interface Asker {
  email: string
  /** Identifies this one of the pair, in lower case. Other typed values must be unused and of the same length. */
  word: string
  visitor: Visitor
  heard: string[]
}

const OTHER = 'Other-Hanger-88'
/** Headers that differ between any two responses. */
const OF_THE_MOMENT = new Set(['date', 'x-request-id'])
/** The policy contains hashes of inline scripts, some of which contain typed values. A waitlist entry gets a random number. */
const RANDOM = /'sha256-[\w+/=]+'|WTF-[0-9A-F]{10}/g

interface Answer {
  status: number
  /** Names and values, in the order sent. */
  headers: Array<[string, string]>
  body: string
}

/** Sends one request over a separate connection; the visitor keeps the cookies. */
function send(visitor: Visitor, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const cookie = visitor.cookiesFor()
    const request = http.request(shop.url + path, {
      agent: false,
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'user-agent': USER_AGENT, accept: '*/*', ...(cookie && { cookie }), ...headers },
    })
    request.once('error', reject).once('response', (response) => {
      visitor.keepCookies(response.headers['set-cookie'] ?? [])
      const { rawHeaders } = response
      const pairs = rawHeaders.flatMap((name, index): Array<[string, string]> =>
        index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
      )
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => (text += chunk))
        .once('end', () => resolve({ status: response.statusCode ?? 0, headers: pairs, body: text }))
    })
    request.end(body)
  })
}

/** Records the response's bytes, without the typed address, the time, and cookie values beyond their length. */
function hear(asker: Asker, name: string, answer: Answer): void {
  const plain = (text: string) =>
    text
      .replace(RANDOM, 'RANDOM')
      .replaceAll(asker.email, 'ADDRESS')
      .replaceAll(encodeURIComponent(asker.email), 'ADDRESS')
      .replaceAll(asker.word, 'WORD')
  const body = plain(answer.body)
  // The etag is a hash of the page, which may contain the typed address.
  const isNamed = (header: string) => header === 'etag' && body.includes('ADDRESS')
  const headers = answer.headers
    .filter(([header]) => !OF_THE_MOMENT.has(header.toLowerCase()))
    .map(([header, value]) => {
      const said =
        header.toLowerCase() === 'set-cookie'
          ? value.replace(/^([^=]+)=([^;]*)/, (_, cookie: string, held: string) => `${cookie}=(${held.length})`)
          : value
      return `${header}: ${isNamed(header.toLowerCase()) ? 'HASH' : plain(said)}`
    })
  asker.heard.push([`== ${name}`, answer.status, ...headers, '', body].join('\n'))
}

function talk(asker: Asker) {
  const { visitor } = asker
  const form = (path: string, fields: Record<string, string>) =>
    send(
      visitor,
      path,
      { origin: shop.url, 'content-type': 'application/x-www-form-urlencoded' },
      new URLSearchParams(fields).toString(),
    )
  const call = (procedure: string, input: unknown) =>
    send(
      visitor,
      `/trpc/${procedure}`,
      { origin: shop.url, 'content-type': 'application/json' },
      JSON.stringify(superjson.serialize(input)),
    )
  return {
    /** Sends fields as a form without JavaScript, as a Remix request and as a procedure call. */
    everyWay: async (name: string, path: string, fields: Record<string, string>, procedure: string, input: unknown) => {
      hear(asker, `${name}, form`, await form(path, fields))
      hear(asker, `${name}, data`, await form(`${path}.data`, fields))
      hear(asker, `${name}, procedure`, await call(procedure, input))
    },
    call: async (procedure: string, input: unknown) => hear(asker, procedure, await call(procedure, input)),
    form: async (name: string, path: string, fields: Record<string, string>) =>
      hear(asker, name, await form(path, fields)),
    look: async (path: string) => hear(asker, `GET ${path}`, await send(visitor, path)),
    ask: async (procedure: string) => hear(asker, procedure, await send(visitor, `/trpc/${procedure}`)),
  }
}

/** Returns the differences between the two visitors' responses: the response's name and the position. */
function differences(one: Asker, other: Asker): string[] {
  return one.heard.flatMap((said, index) => {
    const also = other.heard[index] ?? ''
    if (said === also) return []
    const at = [...said].findIndex((character, place) => character !== also[place])
    return [
      `${said.split('\n')[0]}: ...${said.slice(Math.max(0, at - 60), at + 60)}... and ...${also.slice(Math.max(0, at - 60), at + 60)}...`,
    ]
  })
}

const newcomer = (email: string) => ({
  fullName: 'New Body',
  email,
  phone: '',
  password: OTHER,
  confirmPassword: OTHER,
})
const house = (email: string, businessName: string) => ({
  businessName,
  email,
  phone: '+44 20 7946 0000',
  websiteUrl: '',
  password: OTHER,
  confirmPassword: OTHER,
})

/** Tries everything that a stranger can do with an address without reading its email. */
async function tryEverything(asker: Asker): Promise<void> {
  const { email, word } = asker
  const { everyWay, call, form, look, ask } = talk(asker)
  const around = async () => {
    for (const path of [
      // It has the home page's layout, header and dialogs. The home page itself shows products, which other tests add and remove.
      '/about',
      '/login',
      '/signup',
      '/auth/sign-up',
      '/auth/sign-up.data',
      '/brand/signup',
      '/settings',
      '/wishlist',
      '/logout',
      '/verify-email',
      '/auth/verify-email?token=x',
      '/auth/magic',
    ])
      await look(path)
    for (const procedure of ['auth.session', 'auth.waitingSignUp', 'auth.sessions', 'account.get']) await ask(procedure)
  }
  await around()
  await everyWay('sign-in', '/login', { form: 'sign-in', from: 'page', email, password: OTHER }, 'auth.signIn', {
    email,
    password: OTHER,
  })
  await everyWay(
    'partner sign-in',
    '/brand/login',
    { form: 'sign-in', from: 'page', email, password: OTHER },
    'auth.signIn',
    { email, password: OTHER, accountType: 'partner' },
  )
  await everyWay('new password', '/forgot-password', { form: 'forgot', email }, 'auth.requestPasswordReset', { email })
  await everyWay('sign-in link', '/auth/magic', { form: 'magic-link', email }, 'auth.requestMagicLink', { email })
  await everyWay('sign-in code', '/auth/magic', { form: 'magic-code', email, code: '000000' }, 'auth.redeemMagicCode', {
    email,
    code: '000000',
  })
  for (const time of ['first', 'second']) {
    await everyWay(
      `${time} sign-up`,
      '/signup',
      { form: 'sign-up', from: 'page', ...newcomer(email) },
      'auth.signUpCustomer',
      newcomer(email),
    )
    await form(`${time} sign-up in the dialog`, '/signup.data', {
      form: 'sign-up',
      from: 'dialog',
      redirectTo: '/ranking',
      ...newcomer(email),
    })
    await around()
    await everyWay(
      `${time} sign-up as a partner`,
      '/brand/signup',
      { form: 'sign-up', from: 'page', ...house(email, `House ${word}`) },
      'auth.signUpPartner',
      house(email, `House ${word}`),
    )
    await around()
    await everyWay(
      `${time} code`,
      '/auth/sign-up',
      { form: 'sign-up-code', code: '000000' },
      'auth.finishSignUpByCode',
      { code: '000000' },
    )
    await everyWay(`${time} mail again`, '/auth/sign-up', { form: 'send-again' }, 'auth.mailSignUpAgain', undefined)
    // Use the credentials of the sign-up: signing in must reveal nothing either.
    await everyWay(
      `${time} sign-in afterwards`,
      '/login',
      { form: 'sign-in', from: 'page', email, password: OTHER },
      'auth.signIn',
      { email, password: OTHER },
    )
  }
  await form('waitlist', '/waitlist', { source: 'early_access', email })
  await form('waitlist again', '/waitlist/join', { source: 'newsletter', email })
  await call('auth.redeemMagicLink', { token: 'x'.repeat(43) })
  await call('auth.finishSignUp', { token: 'x'.repeat(43) })
  await call('auth.resetPassword', { token: 'x'.repeat(43), password: OTHER, confirmPassword: OTHER })
}

async function createPair(): Promise<[Asker, Asker]> {
  const askers: Asker[] = []
  for (const kind of ['known', 'never']) {
    const word = randomBytes(8).toString('hex')
    const email = `tell-${word}@mail.example`
    if (kind === 'known') await createAccount(shop.db, { email })
    askers.push({ email, word, visitor: shop.visitor(), heard: [] })
  }
  return askers as [Asker, Asker]
}

test(
  'no response reveals whether an address has an account: status, headers, cookies and every byte are equal',
  { timeout: 180_000 },
  async () => {
    const [known, never] = await createPair()
    for (const asker of [known, never]) await tryEverything(asker)
    expect(differences(known, never)).toEqual([])
    // The responses would also be equal if every request had failed.
    expect(known.heard.filter((said) => /^(429|5\d\d)$/m.test(said))).toEqual([])
    const kinds = async (email: string) =>
      [
        ...new Set(
          (await shop.db.mail.findMany({ where: { toAddress: email }, orderBy: { createdAt: 'asc' } })).map(
            ({ kind }) => kind,
          ),
        ),
      ].sort()
    expect(await kinds(known.email)).toEqual(['already_signed_up', 'magic_link', 'reset_password', 'waitlist_confirm'])
    expect(await kinds(never.email)).toEqual(['confirm_sign_up', 'no_account', 'waitlist_confirm'])
    expect(known.heard.filter((said) => said.includes('ADDRESS')).length).toBeGreaterThan(10)
    expect(known.heard.some((said) => said.includes('wtf_asker=(43)'))).toBe(true)
    expect(known.heard.some((said) => said.includes('wtf_session='))).toBe(false)
  },
)

test('a change of email address does not reveal whether the new address has an account', async () => {
  const [known, never] = await createPair()
  const { id } = await createAccount(shop.db)
  // One browser and one account, so that only the address differs.
  known.visitor = never.visitor = await shop.visitorAs(id)
  for (const asker of [known, never]) {
    const { call, form, look, ask } = talk(asker)
    const change = { email: asker.email, currentPassword: PASSWORD }
    await form('change of address, form', '/settings?index', { form: 'email', ...change })
    await form('change of address, data', '/settings.data?index', { form: 'email', ...change })
    await call('auth.requestEmailChange', change)
    await look('/settings')
    await look('/settings?edit=email')
    await ask('account.get')
  }
  expect(differences(known, never)).toEqual([])
  expect(await shop.db.mail.count({ where: { toAddress: known.email, kind: 'account_exists' } })).toBe(3)
  expect(await shop.db.mail.count({ where: { toAddress: never.email, kind: 'change_email' } })).toBe(3)
  expect(known.heard.filter((said) => said.includes('ADDRESS'))).toHaveLength(3)
})
