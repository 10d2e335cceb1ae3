import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testProject } from '../../testing/apiFixture.js'
import { type EmailFixture, newAddress, newFrame, startEmailFixture } from './email.fixture.js'

const isThorough = process.env.THOROUGH === 'true'
const longCodeText = isThorough ? 900_000 : 180_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

let email: EmailFixture

beforeAll(async () => {
  email = await startEmailFixture()
})

afterAll(() => email?.stop())

function otherThan(code: string): string {
  return String((Number(code) + 1 + randomInt(999_998)) % 1_000_000).padStart(6, '0')
}

async function begun(address = newAddress()) {
  const frame = newFrame()
  const { flowId } = await email.startLogin(address, frame)
  const code = await email.codeTo(address)
  const verify = (guess: string, caller = {}) =>
    email.call('verifyEmail', { flowId, secret: frame.secret, code: guess }, caller)
  return { address, frame, flowId, code, verify }
}

describe('a code', () => {
  it('logs in once, and gives the same account next time', async () => {
    const { address, code, verify } = await begun()
    const grant = await verify(code)
    expect(grant.person).toMatchObject({ authProvider: 'email', email: address, hasWallet: false })
    expect(await verify(code)).toBe('flow-unknown')
    email.clock.advance(31_000)
    const session = await email.logIn(address.toUpperCase().replace('EXAMPLE', 'example'), 1)
    expect(session.accountId).toBe(grant.person.accountId)
  })

  it('is six digits that are nowhere in the database', async () => {
    const { code, flowId } = await begun()
    expect(code).toMatch(/^\d{6}$/)
    const rows = await email.sql.begin(async (tx) => {
      await tx`select set_config('latchkey.every_project', 'on', true)`
      return tx`select to_jsonb(login_flows)::text as text from login_flows where id = ${flowId}`
    })
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text.replaceAll(/"id": "[^"]+"/g, '')).not.toMatch(
      new RegExp(`(?<!\\d)${code}(?!\\d)`),
    )
  })

  it('is valid for ten minutes', async () => {
    const early = await begun()
    email.clock.advance(10 * minuteMs - 1)
    expect(await early.verify(early.code)).toHaveProperty('token')
    const late = await begun()
    email.clock.advance(10 * minuteMs)
    expect(await late.verify(late.code)).toBe('code-expired')
  })

  it('is invalid after three wrong codes', async () => {
    const { code, verify } = await begun()
    for (let guess = 0; guess < 3; guess += 1) {
      expect(await verify(otherThan(code))).toBe('code-wrong')
    }
    expect(await verify(code)).toBe('code-expired')
  })

  it('is valid only in the frame and project that requested it', async () => {
    const { code, flowId, verify } = await begun()
    for (let other = 0; other < 100; other += 1) {
      const { secret } = newFrame()
      expect(await email.call('verifyEmail', { flowId, secret, code })).toBe('flow-unknown')
    }
    const project = { ...testProject, id: 'other-project' }
    expect(await verify(code, { project })).toBe('flow-unknown')
    // Nothing was evaluated, so nothing was used up.
    expect(await verify(code)).toHaveProperty('token')
  })

  it('is replaced by a new one in the same login, at the earliest after 30 seconds', async () => {
    const { address, frame, flowId, code, verify } = await begun()
    expect(await email.startLogin(address, frame)).toBe('too-soon')
    email.clock.advance(30_000)
    expect((await email.startLogin(address, frame)).flowId).toBe(flowId)
    const next = await email.codeTo(address, 2)
    // By chance they can be the same.
    if (next !== code) expect(await verify(code)).toBe('code-wrong')
    expect(await verify(next)).toHaveProperty('token')
  })

  it('logs in exactly one of many concurrent calls', { timeout: longCodeText }, async () => {
    const rounds = isThorough ? 100 : 1
    let successes = 0
    for (let round = 0; round < rounds; round += 1) {
      const { code, verify } = await begun()
      const answers = await Promise.all(Array.from({ length: 200 }, () => verify(code)))
      successes += answers.filter((answer) => typeof answer === 'object').length
    }
    expect(successes).toBe(rounds)
  })
})

describe('wrong codes', () => {
  it('are checked ten times a day for an address', {
    timeout: longCodeText,
  }, async () => {
    const [people, rounds] = isThorough ? [40, 100] : [3, 24]
    const addresses = Array.from({ length: people }, newAddress)
    const looked = new Map<string, number>()
    let turn = 0
    for (let round = 0; round < rounds; round += 1) {
      for (const address of addresses) {
        turn += 1
        // 500 networks, in turn.
        const network = `10.${Math.floor(turn / 250) % 2}.${turn % 250}.7`
        const frame = newFrame()
        // A new code each time, requested from elsewhere and mostly never sent.
        const { flowId } = await email.startLogin(address, frame)
        const guess = () => String(randomInt(1_000_000)).padStart(6, '0')
        const answers = await Promise.all(
          [guess(), guess(), guess()].map((code) =>
            email.call('verifyEmail', { flowId, secret: frame.secret, code }, { network }),
          ),
        )
        const isRefused = (answer: unknown) => answer === 'too-many' || answer === 'code-expired'
        const evaluated = answers.filter((answer) => !isRefused(answer))
        looked.set(address, (looked.get(address) ?? 0) + evaluated.length)
      }
      email.clock.advance(Math.floor(dayMs / rounds) - 1)
    }
    for (const address of addresses) expect(looked.get(address)).toBe(10)
  })

  it('lock the address after fifty in a row, until the person follows a link', async () => {
    const address = newAddress()
    for (let failures = 0; failures < 50; ) {
      const frame = newFrame()
      const { flowId, action } = await email.startLogin(address, frame)
      expect(action).toBe('VERIFY_OTP')
      const input = { flowId, secret: frame.secret, code: '000000' }
      let answer = 'code-wrong'
      while (answer === 'code-wrong' && failures < 50) {
        answer = await email.call('verifyEmail', input)
        if (answer === 'code-wrong') failures += 1
      }
      email.clock.advance(answer === 'too-many' ? (failures % 10 === 0 ? dayMs : hourMs) : 1)
    }
    email.clock.advance(2 * dayMs)
    const before = (await email.mailsTo(address, 0)).length
    const frame = newFrame()
    const { flowId, action, number } = await email.startLogin(address, frame)
    expect(action).toBe('VERIFY_DEVICE')
    const [mail] = await email.mailsTo(address, before + 1)
    const token = mail?.link?.split('/').at(-1) ?? ''
    expect((await email.page('POST', token, { answer: 'approve', number })).status).toBe(200)
    const code = await email.codeTo(address, before + 2)
    const grant = await email.call('verifyEmail', { flowId, secret: frame.secret, code })
    expect(grant).toHaveProperty('token')
  })
})
