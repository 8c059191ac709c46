import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPartner, createUser } from '#tests/factories.ts'
import { kindsTo, lastMail } from '#tests/setup/auth.ts'
import { createAdmin, inviteBrand } from '#tests/setup/joining.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { inviteMany, type InvitedMany } from './invite-many.service.ts'
import { inviteManyInput } from './invitations.schema.ts'

const here = useTestDatabase()
let admin: Awaited<ReturnType<typeof createAdmin>>
beforeAll(async () => {
  admin = await createAdmin(here.db)
})
let counter = 0
const newEmail = () => `many${++counter}@brand.test`

const send = (list: string, personalMessage = '') => inviteMany(admin, inviteManyInput.parse({ list, personalMessage }))
const read = (email: string) =>
  here.db.invitation.findFirstOrThrow({ where: { email }, select: { businessName: true, contactPerson: true } })
const linesOf = ({ created, alreadyPartners, alreadyInvited, invalid }: InvitedMany): number[] =>
  [...created, ...alreadyPartners, ...alreadyInvited, ...invalid].map(({ line }) => line)

describe('a line of the invitation list', () => {
  test.each([
    ['with commas', (email: string) => `${email},Acme,Ann Smith`],
    ['with commas and spaces', (email: string) => `  ${email} ,  Acme , Ann Smith  `],
    ['with semicolons', (email: string) => `${email};Acme;Ann Smith`],
    ['with tabs', (email: string) => `${email}\tAcme\tAnn Smith`],
    ['in quotes', (email: string) => `"${email}","Acme","Ann Smith"`],
    ['in quotes after spaces', (email: string) => `${email}, "Acme" , "Ann Smith"`],
    ['with empty cells at its end', (email: string) => `${email},Acme,Ann Smith,,,`],
    ['with capitals in the address', (email: string) => `${email.toUpperCase()},Acme,Ann Smith`],
  ])('is read %s', async (_, write) => {
    const email = newEmail()
    expect(await send(write(email))).toEqual({
      created: [{ line: 1, email, businessName: 'Acme' }],
      alreadyPartners: [],
      alreadyInvited: [],
      invalid: [],
    })
    expect(await read(email)).toEqual({ businessName: 'Acme', contactPerson: 'Ann Smith' })
  })
  test.each([
    ['a comma in a tab-separated cell', '\tSmith, Jones & Co\tAnn', 'Smith, Jones & Co', 'Ann'],
    ['a semicolon in a comma-separated cell', ',Smith; Jones,Ann', 'Smith; Jones', 'Ann'],
    ['a comma in quotes', ',"Smith, Jones & Co",Ann', 'Smith, Jones & Co', 'Ann'],
    ['quotes in quotes', ',"The ""Best"" Shop",Ann', 'The "Best" Shop', 'Ann'],
    ['a quote in a cell', ',12" Heels,Ann', '12" Heels', 'Ann'],
    ['a quote that is never closed', ',"Acme,Ann', '"Acme', 'Ann'],
    ['more cells than needed', ',Acme,Ann,Head of Sales', 'Acme', 'Ann, Head of Sales'],
    ['a formula', ',=HYPERLINK("x"),Ann', '=HYPERLINK("x")', 'Ann'],
    ['mark-up', ',<script>alert(1)</script>,Ann', '<script>alert(1)</script>', 'Ann'],
  ])('may contain %s', async (_, rest, businessName, contactPerson) => {
    const email = newEmail()
    expect((await send(email + rest)).created).toHaveLength(1)
    expect(await read(email)).toEqual({ businessName, contactPerson })
  })
  test.each([
    ['Acme,Ann', 'Please enter a valid email address'],
    [',Acme,Ann', 'Business email is required'],
    ['a@b,Acme,Ann', 'Please enter a valid email address'],
    ['one@brand.test', 'Business name is required'],
    ['one@brand.test,Acme', 'Contact person is required'],
    [`one@brand.test,${'x'.repeat(201)},Ann`, 'Please use at most 200 characters'],
  ])('that cannot be read gets a reason: %j', async (text, reason) => {
    expect(await send(text)).toMatchObject({ created: [], invalid: [{ line: 1, text: text.slice(0, 120), reason }] })
  })
})

describe('an invitation list', () => {
  test('may have a header, blank lines and any line ending, and keeps its line numbers', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const [one, two] = [newEmail(), newEmail()]
      for (const header of [
        'Email,Business name,Contact person',
        '"E-mail";"Business";"Contact"',
        'Business email\tName',
      ]) {
        const list = ['', header, '', `${one},One,Ann`, '   ', 'nobody', `${two},Two,Bea`, ''].join(end)
        const result = await send(list)
        expect([...linesOf(result)].toSorted()).toEqual([4, 6, 7])
        expect(result.invalid).toMatchObject([{ line: 6, text: 'nobody' }])
      }
    }
  })
  test('reports a header in the middle as an invalid line', async () => {
    expect(await send(`${newEmail()},One,Ann\nEmail,Business name,Contact person`)).toMatchObject({
      created: [{ line: 1 }],
      invalid: [{ line: 2, reason: 'Please enter a valid email address' }],
    })
  })
  test('returns the result for each address, and emails new invitations', async () => {
    const [fresh, partners, admins] = [newEmail(), newEmail(), admin.viewer.email]
    const owner = await createUser(here.db, { role: 'partner', email: partners })
    await createPartner(here.db, { ownerId: owner.id })
    const { email: invited } = await inviteBrand(here.db)
    const lines = [fresh, partners, invited, admins, fresh.toUpperCase()].map((email) => `${email},Acme,Ann`)
    expect(await send(lines.join('\n'), 'Come!')).toEqual({
      created: [{ line: 1, email: fresh, businessName: 'Acme' }],
      alreadyPartners: [{ line: 2, email: partners }],
      alreadyInvited: [{ line: 3, email: invited }],
      invalid: [
        { line: 4, text: lines[3], reason: 'This email address belongs to an administrator.' },
        { line: 5, text: lines[4], reason: 'This email address is in the list twice.' },
      ],
    })
    expect((await lastMail(here.db, fresh)).text).toContain('Come!')
    expect(await kindsTo(here.db, partners)).toEqual([])
  })
  test('of 201 lines is accepted up to line 200', async () => {
    const emails = Array.from({ length: 201 }, newEmail)
    const result = await send(['Email,Name,Contact', ...emails.map((email) => `${email},Acme,Ann`)].join('\n'))
    expect([result.created.length, result.invalid]).toEqual([
      200,
      [{ line: 202, text: `${emails[200]},Acme,Ann`, reason: 'You can enter up to 200 lines at a time.' }],
    ])
    expect(await here.db.invitation.count({ where: { email: { in: emails } } })).toBe(200)
  })
  test('sent several times simultaneously invites everyone once', async () => {
    const emails = Array.from({ length: 10 }, newEmail)
    const list = emails.map((email) => `${email},Acme,Ann`).join('\n')
    const results = await Promise.all([send(list), send(list), send(list)])
    expect(results.flatMap(({ created }) => created.map(({ email }) => email)).toSorted()).toEqual(emails.toSorted())
    for (const result of results) expect(linesOf(result)).toHaveLength(emails.length)
    for (const email of emails) expect(await kindsTo(here.db, email)).toEqual(['partner_invitation'])
  })
  test.each([
    ['', 'Please paste a list'],
    [' \r\n\t', 'Please paste a list'],
    ['x'.repeat(40_001), 'Please paste at most 40,000 characters at once'],
  ])('must not be empty or too large', (list, message) => {
    expect(inviteManyInput.safeParse({ list }).error?.issues[0]?.message).toBe(message)
  })

  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      'Acme',
      'Ann Smith',
      '"Acme, Inc"',
      '""',
      '"',
      "'; DROP TABLE users; --",
      '\u0000',
      '\u202e',
      '%',
      '_',
    ),
  )
  const address = fc.oneof(
    fc.constantFrom(1, 2, 3, 4, 5, 6).map((n) => `Same${n}@brand.test`),
    word,
  )
  const mark = fc.constantFrom(',', ';', '\t', ' , ')
  const line = fc
    .tuple(address, fc.array(word, { maxLength: 4 }), mark)
    .map(([first, rest, by]) => [first, ...rest].join(by))
  test('with any text has exactly one result for each line', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\r'), async (lines, end) => {
        const list = lines.join(end)
        const parsed = inviteManyInput.safeParse({ list })
        if (!parsed.success) return
        const result = await inviteMany(admin, parsed.data)
        const numbered = list
          .split(/\r\n?|\n/)
          .flatMap((text, index) => (text.trim() ? [{ text, line: index + 1 }] : []))
        const isHeader = /mail/i.test(numbered[0]?.text ?? '') && !numbered[0]?.text.includes('@')
        expect(linesOf(result).toSorted((a, b) => a - b)).toEqual(
          numbered.slice(isHeader ? 1 : 0).map((each) => each.line),
        )
      }),
      { numRuns: 60 },
    )
  })
})
