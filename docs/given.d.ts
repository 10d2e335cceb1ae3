/**
 * What the samples of the documents take as given: their reader has it already. A sample that declares one
 * of these names itself means its own.
 */
import type { OfflineSigner } from '@cosmjs/proto-signing'
import type { AuthenticationInput, ProposeInput } from '@latchkey/pairing/dapp'
import type { PairingOptions, VerifySignIn } from '@latchkey/pairing/ports'
import type { ApproveInput, SignInInput } from '@latchkey/pairing/wallet'
import type { Latchkey, NetworkInput } from 'latchkey'
import type { PolkadotProvider } from 'latchkey/polkadot'
import type { Address } from 'viem'

declare global {
  const latchkey: Latchkey
  const base: NetworkInput
  const button: HTMLButtonElement
  const signal: AbortSignal
  const address: Address
  const connectorId: string
  const message: string
  const projectId: string
  const recipient: string
  const rpcUrl: string
  const to: Address
  const transaction: Uint8Array
  const unsigned: string
  const uri: string
  function draw(...shown: readonly unknown[]): void
  function show(uri: string): void

  // Of other libraries.
  const api: { setSigner(signer: PolkadotProvider['signer']): void }
  const SigningStargateClient: {
    connectWithSigner(url: string, signer: OfflineSigner): Promise<unknown>
  }

  // For code that pairs without the widget.
  const options: PairingOptions
  const storage: PairingOptions['storage']
  const clock: PairingOptions['clock']
  const environment: PairingOptions['environment']
  const metadata: PairingOptions['metadata']
  const optional: ProposeInput['optional']
  const authentication: AuthenticationInput
  const verifySignIn: VerifySignIn
  const namespaces: ApproveInput['namespaces']
  const chains: SignInInput['chains']
  const methods: SignInInput['methods']
  const sign: SignInInput['sign']
  function confirmWithUser(proposer: unknown): Promise<boolean>
  function answer(method: string, params: unknown): Promise<unknown>
}
