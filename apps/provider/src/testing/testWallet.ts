import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { type RecoveryShare, type ShareSet, shareSetText } from '@latchkey/wire/login/shares'
import type { AccountVersion } from '@latchkey/wire/login/smartAccount'
import { generatePrivateKey, privateKeyToAddress, sign as signHash } from 'viem/accounts'
import type { Wallets } from '../login/wallet/Wallets.js'

const shareText = () => randomBytes(33).toString('base64url')

/** A wallet whose key signs its share sets, as the login frame does. */
export function createTestWallet() {
  const privateKey = generatePrivateKey()
  const addresses = { eip155: privateKeyToAddress(privateKey), solana: '1'.repeat(32) }
  const accountVersion: AccountVersion = 2

  async function signSet(set: ShareSet): Promise<string> {
    const hash = createHash('sha256').update(shareSetText(set)).digest('hex')
    const { r, s, yParity = 0 } = await signHash({ hash: `0x${hash}`, privateKey })
    return `${r}${s.slice(2)}0${yParity}`
  }

  /** A complete set for a device, with random shares. */
  async function shares(
    accountId: string,
    {
      deviceId = randomUUID() as string,
      serverShare = shareText(),
      recovery = { kind: 'server', share: shareText() } as RecoveryShare,
    } = {},
  ) {
    const set = { accountId, deviceId, serverShare, recovery }
    return { ...set, addresses, accountVersion, signature: await signSet(set), frameKey: null }
  }

  return { privateKey, addresses, signSet, shares }
}

/** The server's two shares of a wallet, read in the order of a recovery. */
export async function takeShares(wallets: Wallets, accountId: string) {
  const { deviceId } = await wallets.findRecoverySet(accountId)
  const { serverShare, addresses } = await wallets.readServerShare(accountId, deviceId)
  return { serverShare, recovery: await wallets.readRecoveryShare(accountId, deviceId), addresses }
}

/** A frame's key, as the browser creates it. */
export function createTestFrameKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([
    Buffer.from([4]),
    Buffer.from(x, 'base64url'),
    Buffer.from(y, 'base64url'),
  ])
  return {
    publicKey: point.toString('base64url'),
    sign: (text: string) =>
      sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
        'base64url',
      ),
  }
}
