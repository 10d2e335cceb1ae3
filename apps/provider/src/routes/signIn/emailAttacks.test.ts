import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { createEvmWallet } from '../../sources/signIn/wallets.fixture.js'
import { inEveryProject } from '../../store/projectScope.js'
import {
  confirmCode,
  requestCode,
  type SignInApi,
  signInWithEmail,
  startEmailApis,
} from './emailApi.fixture.js'

const opened = await startEmailApis(2, { projectCeiling: 40 })
const [api, other] = opened.apis as [SignInApi, SignInApi]
const { clock } = opened
afterAll(opened.stop)

const site = { projectId: 'capturing', origin: 'https://shop.example' }
const strict = { ...site, projectId: 'requiring' }
const minute = 60_000
const hour = 60 * minute
let seed = 30
function newWallet() {
  seed += 1
  return createEvmWallet(seed)
}

const newAddress = () => `${randomUUID()}@people.example`
const refused = (field: string, status: number) => ({ status, reasons: [{ field }] })
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

/** A code in the mailbox of `email`, requested for the wallet. */
async function mailedCode(email = newAddress(), wallet = newWallet(), options = site) {
  const { json, text } = await requestCode(api, wallet, email, options)
  expect(json.uuid, text).toEqual(expect.any(String))
  return { email, wallet, uuid: String(json.uuid), code: await opened.codeTo(email), options }
}

async function confirmedCode(email = newAddress(), wallet = newWallet(), options = site) {
  const mailed = await mailedCode(email, wallet, options)
  expect(await confirmCode(api, mailed.uuid, mailed.code, options)).toMatchObject({ status: 200 })
  return { ...mailed, resources: [`email:${email}`] }
}

/** A new hour, so that tests do not share what was counted. */
const nextHour = () => clock.advance(hour)

describe('a flood of mails', () => {
  it('to one address ends after five in an hour, from any number of networks', async () => {
    nextHour()
    const email = newAddress()
    for (let index = 0; index < 12; index += 1) {
      const from = { ...site, address: `203.0.${index}.7` }
      const answer = await requestCode(index % 2 === 0 ? api : other, newWallet(), email, from)
      // The same answer as with a mail, so that nobody learns what others requested.
      expect(answer).toMatchObject({ status: 200, json: { uuid: expect.any(String) } })
      clock.advance(31_000)
    }
    await opened.codeTo(email, 5)
    const last = newAddress()
    await requestCode(api, newWallet(), last, site)
    await opened.codeTo(last)
    expect(await opened.mailsTo(email)).toHaveLength(5)
  })

  it('by one page has to wait between two mails', async () => {
    nextHour()
    const [email, wallet] = [newAddress(), newWallet()]
    await requestCode(api, wallet, email, site)
    expect(await requestCode(other, wallet, email, site)).toMatchObject(refused('too-soon', 429))
    clock.advance(30_000)
    expect(await requestCode(other, wallet, email, site)).toMatchObject({ status: 200 })
  })

  it('from one network ends after twenty in an hour', async () => {
    nextHour()
    const from = (index: number) => ({ ...site, address: `198.51.100.${index}` })
    const ask = (index: number) =>
      requestCode(index % 2 === 0 ? api : other, newWallet(), newAddress(), from(index))
    for (let index = 0; index < 20; index += 1) {
      expect(await ask(index)).toMatchObject({ status: 200 })
      clock.advance(1_000)
    }
    expect(await ask(20)).toMatchObject(refused('too-many', 429))
    const elsewhere = { ...site, address: '198.51.99.1' }
    expect(await requestCode(api, newWallet(), newAddress(), elsewhere)).toMatchObject({
      status: 200,
    })
  })

  it('for one project ends at its ceiling, and the operator hears of it', async () => {
    nextHour()
    const from = (index: number) => ({ ...strict, address: `203.0.${index}.9` })
    const asked = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        requestCode(index % 2 === 0 ? api : other, newWallet(), newAddress(), from(index)),
      ),
    )
    const statuses = asked.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(40).fill(200), ...Array(10).fill(429)])
    expect(opened.log).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'project-under-load' }),
    )
    expect(await requestCode(api, newWallet(), newAddress(), site)).toMatchObject({ status: 200 })
  })

  it('cannot ask without end who confirmed an email', async () => {
    nextHour()
    const { wallet, resources, uuid, email } = await confirmedCode()
    await signInWithEmail(api, wallet, { resources, uuid, options: site })
    const from = { ...site, address: '192.0.2.1' }
    const answers = []
    for (let index = 0; index < 61; index += 1) {
      answers.push(await requestCode(api, wallet, email, from))
      clock.advance(1_000)
    }
    expect(answers.slice(0, 60).map(({ json }) => json.uuid)).toEqual(Array(60).fill(null))
    expect(answers[60]).toMatchObject(refused('too-many', 429))
  })
})

describe('guessing a code', () => {
  it('kills it after three attempts, also for the right one', async () => {
    nextHour()
    const { uuid, code } = await mailedCode()
    for (const process of [api, other, api]) {
      expect(await confirmCode(process, uuid, wrongOf(code), site)).toMatchObject(
        refused('code-wrong', 400),
      )
    }
    expect(await confirmCode(other, uuid, code, site)).toMatchObject(refused('code-expired', 400))
  })

  it('in two processes at once gets three attempts in all', async () => {
    nextHour()
    const { uuid, code } = await mailedCode()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        confirmCode(index % 2 === 0 ? api : other, uuid, wrongOf(code), site),
      ),
    )
    const fields = answers.map(({ reasons }) => reasons[0]?.field)
    expect(fields.filter((field) => field === 'code-wrong')).toHaveLength(3)
    expect(fields.filter((field) => field === 'code-expired')).toHaveLength(17)
  })

  it('at one address ends after five attempts in an hour, with new codes and accounts', async () => {
    nextHour()
    const email = newAddress()
    let mails = 0
    const fields: (string | undefined)[] = []
    for (const projectId of ['capturing', 'requiring', 'capturing']) {
      const options = { ...site, projectId }
      const { json } = await requestCode(api, newWallet(), email, options)
      mails += 1
      const code = await opened.codeTo(email, mails)
      for (let index = 0; index < 3; index += 1) {
        const answer = await confirmCode(other, json.uuid, wrongOf(code), options)
        fields.push(answer.reasons[0]?.field)
      }
      if (mails === 3) {
        expect(await confirmCode(api, json.uuid, code, options)).toMatchObject(
          refused('too-many', 429),
        )
      }
      clock.advance(31_000)
    }
    expect(fields).toEqual([...Array(5).fill('code-wrong'), ...Array(4).fill('too-many')])
  })

  it('control: a correct code costs no attempts', async () => {
    nextHour()
    const { uuid, code } = await mailedCode()
    for (const process of [api, other, api, other, api, other]) {
      expect(await confirmCode(process, uuid, code, site)).toMatchObject({ status: 200 })
    }
  })

  it.each(['12345', '1234567', 'abcdef', 123456, null, { $ne: 1 }, '１２３４５６'])(
    'with %j is no attempt',
    async (code) => {
      nextHour()
      const { uuid } = await mailedCode()
      expect(await confirmCode(api, uuid, code, site)).toMatchObject({ status: 400 })
    },
  )
})

describe('a code', () => {
  it('expires after twenty minutes, and a confirmed one twenty minutes later', async () => {
    nextHour()
    const [late, used] = [await mailedCode(), await mailedCode()]
    clock.advance(20 * minute - 1_000)
    expect(await confirmCode(api, used.uuid, used.code, site)).toMatchObject({ status: 200 })
    clock.advance(1_000)
    expect(await confirmCode(api, late.uuid, late.code, site)).toMatchObject(
      refused('code-expired', 400),
    )
    clock.advance(20 * minute)
    const signed = { resources: [`email:${used.email}`], uuid: used.uuid, options: site }
    expect(await signInWithEmail(api, used.wallet, signed)).toMatchObject(
      refused('email-unconfirmed', 401),
    )
  })

  it('of another project is unknown', async () => {
    nextHour()
    const { uuid, code, wallet, email } = await mailedCode()
    expect(await confirmCode(api, uuid, code, strict)).toMatchObject(refused('code-expired', 400))
    expect(await confirmCode(api, uuid, code, site)).toMatchObject({ status: 200 })
    const signed = { resources: [`email:${email}`], uuid, options: strict }
    expect(await signInWithEmail(api, wallet, signed)).toMatchObject(
      refused('email-unconfirmed', 401),
    )
  })

  it('of another account or email, or none, confirms nothing', async () => {
    nextHour()
    const { uuid, wallet, email, resources } = await confirmedCode()
    const attempts = [
      [newWallet(), { resources, uuid }],
      [wallet, { resources: ['email:eve@people.example'], uuid }],
      [wallet, { resources: [...resources, 'email:eve@people.example'], uuid }],
      [wallet, { resources: [`email:${email} `.trim().concat(',eve@people.example')], uuid }],
      [wallet, { resources: ['https://shop.example/'], uuid }],
      [wallet, { resources }],
      [wallet, { resources, uuid: '00000000-0000-4000-8000-000000000000' }],
      [wallet, { resources, uuid: "' or 1=1 --" }],
      [wallet, { uuid }],
    ] as const
    for (const [signer, signed] of attempts) {
      const answer = await signInWithEmail(api, signer, { ...signed, options: site })
      expect(answer, JSON.stringify(signed)).toMatchObject(refused('email-unconfirmed', 401))
    }
    expect(await signInWithEmail(api, wallet, { resources, uuid, options: site })).toMatchObject({
      status: 200,
    })
  })

  it('that was not confirmed starts no session', async () => {
    nextHour()
    for (const options of [site, strict]) {
      const { uuid, wallet, email } = await mailedCode(newAddress(), newWallet(), options)
      const signed = { resources: [`email:${email}`], uuid, options }
      expect(await signInWithEmail(api, wallet, signed)).toMatchObject(
        refused('email-unconfirmed', 401),
      )
    }
  })

  it('that is replayed by another account, also at once in two processes, starts one session', async () => {
    nextHour()
    const { uuid, wallet, resources } = await confirmedCode()
    const thief = newWallet()
    const signers = Array.from({ length: 20 }, (_, index) => (index === 7 ? wallet : thief))
    const answers = await Promise.all(
      signers.map((signer, index) =>
        signInWithEmail(index % 2 === 0 ? api : other, signer, { resources, uuid, options: site }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(
      signers.map((signer) => (signer === wallet ? 200 : 401)),
    )
    const again = await signInWithEmail(api, thief, { resources, uuid, options: site })
    expect(again).toMatchObject(refused('email-unconfirmed', 401))
  })

  it('confirmed for an account gives it the email only after its signature', async () => {
    nextHour()
    const victim = newWallet()
    const { email } = await confirmedCode(newAddress(), victim)
    clock.advance(31_000)
    expect((await requestCode(api, victim, email, site)).json.uuid).toEqual(expect.any(String))
  })

  it('is stored as digests, and never logged', async () => {
    nextHour()
    const { uuid, code, email } = await mailedCode()
    await confirmCode(api, uuid, wrongOf(code), site)
    const rows = await inEveryProject(
      opened.database.sql,
      (tx) => tx`
        select code::text as row from sign_in_email_codes code where id = ${uuid}
        union all select tries::text from login_tries tries`,
    )
    expect(rows.length).toBeGreaterThan(3)
    const stored = JSON.stringify([rows, opened.log, api.log, other.log])
    expect(stored).not.toContain(email)
    expect(stored).not.toMatch(new RegExp(`\\b${code}\\b`))
  })
})

describe('an address', () => {
  it.each([
    'ann@people.example\r\nBcc: eve@people.example',
    'ann@people.example\nSubject: x',
    'ann@people.example, eve@people.example',
    '"ann,eve"@people.example',
    'ann@people.example>',
    'Ann <ann@people.example>',
    'ann@[127.0.0.1]',
    'ann@localhost',
    'ann%0d%0a@people.example',
    '@people.example',
    '',
    `${'a'.repeat(65)}@people.example`,
    `ann@${'a.'.repeat(130)}example`,
    ['ann@people.example'],
    { address: 'ann@people.example' },
    null,
  ])('like %j is refused', async (email) => {
    nextHour()
    expect(await requestCode(api, newWallet(), email, site)).toMatchObject({ status: 400 })
    for (const address of ['ann@people.example', 'eve@people.example']) {
      expect(await opened.mailsTo(address)).toHaveLength(0)
    }
  })

  it('longer than any address is refused', async () => {
    for (const length of [300, 100_000]) {
      const email = `${'a'.repeat(length)}@people.example`
      expect(await requestCode(api, newWallet(), email, site)).toMatchObject({ status: 400 })
    }
    const email = `${'a'.repeat(300_000)}@people.example`
    expect(await requestCode(api, newWallet(), email, site)).toMatchObject({ status: 413 })
  })
})

describe('a code is refused', () => {
  it.each([
    ['where the project does not ask for emails', { ...site, projectId: 'shop' }],
    ['without sign-in', { ...site, projectId: 'unsigned' }],
    ['to programs', { ...site, origin: null }],
    ['to other sites', { ...site, origin: 'https://rival.example' }],
    ['to the login site', { ...site, origin: 'https://login.example' }],
  ])('%s', async (_, options) => {
    nextHour()
    const email = newAddress()
    expect(await requestCode(api, newWallet(), email, options)).toMatchObject({ status: 403 })
    const { uuid, code } = await mailedCode()
    expect(await confirmCode(api, uuid, code, options)).toMatchObject({ status: 403 })
    expect(await opened.mailsTo(email)).toHaveLength(0)
  })

  it('for what is no account', async () => {
    nextHour()
    const wallet = { ...newWallet(), accountAddress: 'x'.repeat(200) }
    expect(await requestCode(api, wallet, newAddress(), site)).toMatchObject({ status: 400 })
  })
})
