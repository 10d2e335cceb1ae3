import { socialProvider } from '@latchkey/wire/frame/requests'
import * as v from 'valibot'

/** Proves that the frame that finishes a log-in also started it. */
type FlowProof = { readonly secret: string; readonly binding: string }

export type EmailFlow = FlowProof & {
  readonly email: string
  flowId: string
  action: 'VERIFY_DEVICE' | 'VERIFY_OTP'
  number: string | undefined
  codeLength: number
  expiresAt: number
}

/** An email log-in that continues after its proof of work. */
export type EmailWork = FlowProof & {
  readonly email: string
  /** The step after the work. */
  readonly action: EmailFlow['action']
  readonly challenge: string
  readonly bits: number
}

/** Survives a reload, because the whole page may be redirected to the provider. */
export const socialFlow = v.object({
  flowId: v.string(),
  secret: v.string(),
  provider: socialProvider,
  expiresAt: v.number(),
})

export type SocialFlow = v.InferOutput<typeof socialFlow>

type FarcasterFlow = FlowProof & { readonly flowId: string; readonly expiresAt: number }

export type UpdateFlow = FlowProof & {
  readonly email: string
  flowId: string
  action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'
  codeLength: number
  expiresAt: number
}

/** The current log-ins of this document, one of each kind. */
export type Flows = {
  email: EmailFlow | undefined
  emailWork: EmailWork | undefined
  farcaster: FarcasterFlow | undefined
  update: UpdateFlow | undefined
  /** The last completed social log-in. A pending one is in the store. */
  finished: string | undefined
}

export const createFlows = (): Flows => ({
  email: undefined,
  emailWork: undefined,
  farcaster: undefined,
  update: undefined,
  finished: undefined,
})

export async function createProof(): Promise<FlowProof> {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return { secret: toHex(bytes), binding: toHex(hash) }
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
