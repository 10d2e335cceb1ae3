import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type EmailFixture,
  newAddress,
  newDevice,
  newFrame,
  startEmailFixture,
} from './email.fixture.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const CEILING = 1_000

let email: EmailFixture

beforeAll(async () => {
  email = await startEmailFixture()
})

afterAll(() => email?.stop())

let attackers = 0

/** Neighbours share their limits, so each attacker is in a /24 of its own. */
function nextNetwork(): string {
  attackers += 1
  return `10.${Math.floor(attackers / 250)}.${attackers % 250}.7`
}


/** An account with a device that logged in and a session that is still alive. */
async function newOwner() {
  const [address, device] = [newAddress(), newDevice()]
  const session = await email.logIn(address, 0, undefined, device)
  email.clock.advance(MINUTE)

  async function newMail<answer>(act: () => Promise<answer>) {
    const before = (await email.mailsTo(address, 0)).length
    const answer = await act()
    return { answer, code: await email.codeTo(address, before + 1) }
  }

  return {
    address,
    session,
    device,
    /** What the session needs to sign again after half an hour. */
    async confirm(caller: { network?: string } = {}) {
      const frame = newFrame()
      const { answer, code } = await newMail(() =>
        email.call('startConfirmation', { binding: frame.binding }, { ...caller, session }),
      )
      if (typeof answer === 'string') return answer
      const proof = { flowId: answer.flowId, secret: frame.secret, code }
      return email.call('confirmPresence', proof, { ...caller, session })
    },
    async logInAgain(caller: { network?: string } = {}) {
      const frame = newFrame()
      const { answer, code } = await newMail(() =>
        email.startLogin(address, frame, caller, device),
      )
      if (typeof answer === 'string') return answer
      const proof = { flowId: answer.flowId, secret: frame.secret, code }
      return email.call('verifyEmail', proof, caller)
    },
  }
}

async function guessAt(address: string, count: number) {
  const frame = newFrame()
  const network = nextNetwork()
  const { flowId } = await email.startLogin(address, frame, { network })
  const input = { flowId, secret: frame.secret, code: '000000' }
  const answers: string[] = []
  for (let guess = 0; guess < count; guess += 1) {
    answers.push(await email.call('verifyEmail', input, { network: nextNetwork() }))
  }
  return answers
}

describe('mails asked for by strangers', () => {
  it('do not use up the mails of a session or a known device', async () => {
    const owner = await newOwner()
    for (let hour = 0; hour < 24; hour += 1) {
      for (let ask = 0; ask < 10; ask += 1) {
        await email.startLogin(owner.address, newFrame(), { network: nextNetwork() }, newDevice())
        email.clock.advance(31_000)
      }
      email.clock.advance(HOUR - 10 * 31_000)
      if (hour % 6 !== 5) continue
      expect(await owner.confirm()).toHaveProperty('until')
      expect(await owner.logInAgain()).toHaveProperty('token')
    }
  })

  it('do not use up the network of a session or a known device', async () => {
    const owner = await newOwner()
    const network = nextNetwork()
    for (let ask = 0; ask < 21; ask += 1) {
      await email.startLogin(newAddress(), newFrame(), { network })
    }
    expect(await owner.confirm({ network })).toHaveProperty('until')
    expect(await owner.logInAgain({ network })).toHaveProperty('token')
  })
})

describe('guesses by strangers', () => {
  it('do not use up the guesses of a session or a known device', async () => {
    const owner = await newOwner()
    for (let round = 0; round < 30; round += 1) {
      await guessAt(owner.address, 3)
      email.clock.advance(31 * MINUTE)
    }
    expect(await owner.confirm()).toHaveProperty('until')
    expect(await owner.logInAgain()).toHaveProperty('token')
  })

  it('do not stop a session or a known device after weeks of them', async () => {
    const owner = await newOwner()
    for (let day = 0; day < 25; day += 1) {
      for (let round = 0; round < 4; round += 1) {
        await guessAt(owner.address, 3)
        email.clock.advance(6 * HOUR)
      }
    }
    expect(await owner.confirm()).toHaveProperty('until')
    expect(await owner.logInAgain()).toHaveProperty('token')
  })

  it('do not make the right codes of a whole project refused', { timeout: 180_000 }, async () => {
    const owner = await newOwner()
    const networks = Array.from({ length: 17 }, nextNetwork)
    let wrong = 0
    while (wrong < CEILING) {
      const network = networks[wrong % networks.length] ?? ''
      const frame = newFrame()
      const { flowId } = await email.startLogin(newAddress(), frame)
      const input = { flowId, secret: frame.secret, code: '000000' }
      for (let guess = 0; guess < 2; guess += 1) {
        if ((await email.call('verifyEmail', input, { network })) === 'code-wrong') wrong += 1
      }
    }
    expect(await owner.confirm()).toHaveProperty('until')
    expect(await owner.logInAgain()).toHaveProperty('token')
    const visitor = newAddress()
    expect(await email.logIn(visitor)).toHaveProperty('id')
  })
})
