import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConfirmationPurpose } from '@latchkey/wire/login/email'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShareKeys } from '../../keys/secrets.js'
import { testOrigin, testProject } from '../../testing/apiFixture.js'
import {
  type EmailFixture,
  newAddress,
  newFrame,
  startEmailFixture,
} from '../email/email.fixture.js'
import type { Session } from '../session/sessions.js'
import { createWallets } from './createWallets.js'
import { walletRoutes } from './walletRoutes.js'

const minuteMs = 60_000
let dir: string
let login: EmailFixture
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-export-'))
  login = await startEmailFixture({
    moreRoutes(parts) {
      const wallets = createWallets({ ...openShareKeys(dir), ...parts })
      return walletRoutes({ ...parts, wallets })
    },
  })
})
afterAll(async () => {
  await login?.stop()
  rmSync(dir, { recursive: true, force: true })
})

const exportWith = (session: Session, proof?: object) =>
  login.call('allowExport', proof === undefined ? {} : { proof }, { session })

/** A mailed code, as the frame that requested it sends it. */
async function proofFor(
  session: Session,
  address: string,
  { purpose, mails }: { readonly purpose?: ConfirmationPurpose; readonly mails: number },
) {
  const frame = newFrame()
  // A second mail right after the first would not be sent.
  login.clock.advance(minuteMs)
  const input = { binding: frame.binding, ...(purpose && { purpose }) }
  const { flowId } = await login.call('startConfirmation', input, { session })
  const code = await login.codeTo(address, mails)
  return { flowId, secret: frame.secret, code }
}

async function logInWithoutAddress(): Promise<Session> {
  const issuer = 'farcaster'
  const { id } = await login.accounts.getOrCreate({ issuer, subject: randomUUID() })
  const site = { projectId: testProject.id, origin: testOrigin }
  const { token } = await login.sessions.create({
    frameKey: undefined,
    allowsRecovery: false,
    isByNumber: false,
    accountId: id,
    issuer,
    ...site,
  })
  const session = await login.sessions.read(token, site)
  if (!session) throw new TypeError('The session was just made')
  return session
}

describe('the export of a key', () => {
  it('needs its own code, even after a recent log-in', async () => {
    const address = newAddress()
    const session = await login.logIn(address)
    expect(await exportWith(session)).toBe('needs-recent-login')
    const proof = await proofFor(session, address, { purpose: 'export', mails: 2 })
    expect(await exportWith(session, { ...proof, code: '000000' })).toBe('code-wrong')
    expect(await exportWith(session, { ...proof, secret: newFrame().secret })).toBe('flow-unknown')
    const other = { ...session, id: randomUUID() }
    expect(await exportWith(other, proof)).toBe('flow-unknown')
    expect(await exportWith(session, proof)).toBeUndefined()
  })

  it('accepts each code once, also in concurrent calls', async () => {
    const address = newAddress()
    const session = await login.logIn(address)
    const proof = await proofFor(session, address, { purpose: 'export', mails: 2 })
    const ends = await Promise.all(Array.from({ length: 10 }, () => exportWith(session, proof)))
    expect(ends.filter((end) => end === undefined)).toHaveLength(1)
    expect(await exportWith(session, proof)).toBe('flow-unknown')
  })

  it('rejects a code that was mailed for something else, and vice versa', async () => {
    const address = newAddress()
    const session = await login.logIn(address)
    const toSign = await proofFor(session, address, { mails: 2 })
    expect(await exportWith(session, toSign)).toBe('flow-unknown')
    expect(await login.call('confirmPresence', toSign, { session })).toHaveProperty('until')
    expect(await exportWith(session)).toBe('needs-recent-login')
    const toExport = await proofFor(session, address, { purpose: 'export', mails: 3 })
    expect(await login.call('confirmPresence', toExport, { session })).toBe('flow-unknown')
    // The same frame cannot turn a running confirmation into one for an export.
    const frame = newFrame()
    login.clock.advance(2 * minuteMs)
    await login.call('startConfirmation', { binding: frame.binding }, { session })
    login.clock.advance(2 * minuteMs)
    const turned = { binding: frame.binding, purpose: 'export' }
    expect(await login.call('startConfirmation', turned, { session })).toBe('flow-unknown')
  })

  it('says in the mail what the code is for', async () => {
    const address = newAddress()
    const session = await login.logIn(address)
    await proofFor(session, address, { purpose: 'export', mails: 2 })
    const [mail] = await login.mailsTo(address, 2)
    expect(mail?.subject).toMatch(/^Show the key of your wallet on /)
    expect(mail?.subject).not.toContain(mail?.code)
  })

  it('uses up the log-in of an account without an address', async () => {
    const session = await logInWithoutAddress()
    expect(await exportWith(session)).toBeUndefined()
    expect(await exportWith(session)).toBe('needs-recent-login')
    const late = await logInWithoutAddress()
    login.clock.advance(5 * minuteMs)
    expect(await exportWith(late)).toBe('needs-recent-login')
  })
})
