import type { SocialProvider } from '../../core/config/features.js'
import { createStore } from '../../core/runtime/createStore.js'
import type { WidgetError } from '../../core/runtime/errors/WidgetError.js'
import { getOrCreate, type Widget } from '../../core/widget.js'

/** The log-in in progress. */
export type LoginFlowState = {
  /** The last entered email address. */
  readonly email: string
  /**
   *     idle ──▶ sending ──▶ device ──▶ code ──▶ connecting ──▶ idle
   *                 └──────────────────▶┘
   */
  readonly emailStep: 'idle' | 'sending' | 'device' | 'code' | 'connecting'
  /** When the next mail may be sent, in milliseconds since the epoch. */
  readonly cooldownUntil: number | undefined
  readonly emailError: WidgetError | undefined
  readonly social: SocialFlow | undefined
  readonly farcaster: FarcasterFlow | undefined
  readonly update: EmailUpdate | undefined
}

export type SocialFlow = {
  readonly provider: SocialProvider
  /** `blocked`: the browser blocked the popup; a button opens it again. */
  readonly phase: 'opening' | 'waiting' | 'blocked' | 'retrieving' | 'failed'
  /** URL of the blocked popup. */
  readonly uri: string | undefined
  readonly error: WidgetError | undefined
}

export type FarcasterFlow = {
  readonly phase: 'preparing' | 'waiting' | 'retrieving' | 'failed'
  readonly url: string | undefined
  readonly error: WidgetError | undefined
}

export type EmailUpdate = {
  readonly email: string
  readonly step: 'form' | 'sending' | 'primary' | 'secondary'
  readonly error: WidgetError | undefined
}

export const loginFlow = (widget: Widget) => getOrCreate(widget, createLoginFlow)

function createLoginFlow() {
  return createStore<LoginFlowState>({
    email: '',
    emailStep: 'idle',
    cooldownUntil: undefined,
    emailError: undefined,
    social: undefined,
    farcaster: undefined,
    update: undefined,
  })
}
