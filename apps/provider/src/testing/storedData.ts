import { randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { systemClock } from '../clock.js'
import { openShareKeys } from '../keys/secrets.js'
import { createAccounts } from '../login/session/accounts.js'
import { createSessions } from '../login/session/sessions.js'
import { createWallets } from '../login/wallet/createWallets.js'
import { createProjectStore } from '../store/projects.js'
import { createTelemetryStore } from '../store/telemetry.js'
import { createTestWallet } from './testWallet.js'

/** Text with everything that a line-based format could confuse. */
const oddText = 'a\tb\nc\r\\. \\N "d" \u2028 🦊\n\\.\n'

/** One person with a project, a session and a wallet, as a running provider stores them. */
export async function storePerson(sql: Sql, dataDir: string) {
  const clock = systemClock
  const { id: projectId } = await createProjectStore(sql).create({
    name: 'Shop',
    allowedOrigins: ['https://shop.example'],
  })
  const site = { projectId, origin: 'https://shop.example' }
  await createTelemetryStore(sql).add(
    projectId,
    [
      {
        ...{ eventId: randomUUID(), kind: 'track', event: oddText, domain: 'shop.example' },
        ...{ url: '', happenedAt: clock.now(), properties: { odd: oddText } },
      },
    ],
    clock.now(),
  )
  const accounts = createAccounts({ sql, clock })
  const subject = `${randomUUID()}@a.example`
  const { id: accountId } = await accounts.getOrCreate({ issuer: 'email', subject })
  const sessions = createSessions({ sql, clock, accounts })
  const { token } = await sessions.create({
    ...{ accountId, issuer: 'email', frameKey: undefined, allowsRecovery: false },
    ...{ isByNumber: false, ...site },
  })
  const deviceId = randomUUID()
  const serverShare = randomBytes(33).toString('base64url')
  const wallets = createWallets({ ...openShareKeys(dataDir), sql, clock })
  await wallets.create(await createTestWallet().shares(accountId, { deviceId, serverShare }))
  return {
    ...{ accountId, deviceId, serverShare, token, site },
    /** Whether the person is still logged in, and the wallet can be used. */
    async isWhole(other: Sql, keyDir: string): Promise<boolean> {
      const known = createAccounts({ sql: other, clock })
      const session = await createSessions({ sql: other, clock, accounts: known }).read(token, site)
      const opened = createWallets({ ...openShareKeys(keyDir), sql: other, clock })
      const share = await opened.readServerShare(accountId, deviceId)
      return session !== undefined && share.serverShare === serverShare
    },
  }
}
