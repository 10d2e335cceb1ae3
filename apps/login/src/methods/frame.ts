import type { FrameResult } from '@latchkey/wire/frame/events'
import type { CheckedFramePayload, FrameRequestName } from '@latchkey/wire/frame/requests'
import type { FrameSettings } from '@latchkey/wire/login/page'
import type { LoginApi } from '../api/loginApi.js'
import type { Notify } from '../host/dispatch.js'
import type { ActiveScreens } from '../prompts/activeScreens.js'
import type { Prompts } from '../prompts/prompts.js'
import type { Lookups, Screens } from '../screens/screens.js'
import type { Account } from '../session/account.js'
import type { Flows, SocialFlow } from '../session/flows.js'
import type { FrameKey } from '../session/frameKey.js'
import type { Preferences } from '../session/preferences.js'
import type { Recipients } from '../session/recipients.js'
import type { FreshLogin } from './freshLogin.js'

/** Everything the methods use. One per document, for one page. */
export type Frame = {
  readonly settings: FrameSettings
  /** Origin of the login site; log-ins may only return to it. */
  readonly loginOrigin: string
  /** Origin of the page, from the handshake. */
  readonly parentOrigin: string
  /** The project allows its pages to ask for codes. */
  readonly otpInPage: boolean
  /** The login site stores only its digest. */
  readonly deviceKey: string
  /** Names this device's share of a wallet to the server. */
  readonly deviceId: string
  readonly frameKey: FrameKey
  readonly screens: Screens
  readonly api: LoginApi
  readonly account: Account
  readonly freshLogin: FreshLogin
  readonly preferences: Preferences
  readonly flows: Flows
  /** The current social log-in; survives a reload of the page. */
  readonly socialFlow: {
    get(): Promise<SocialFlow | undefined>
    set(flow: SocialFlow | undefined): Promise<void>
  }
  readonly shown: ActiveScreens
  readonly prompts: Prompts
  readonly recipients: Recipients
  lookups(): Promise<Lookups>
  readonly notify: Notify
  /** The browser's theme, until the page sets one. */
  systemTheme(): 'light' | 'dark'
  reload(): void
  pause(ms: number, signal: AbortSignal): Promise<void>
  now(): number
}

/** Handles one kind of request. A rejected `LoginError` is sent to the page. */
export type Method<name extends FrameRequestName> = (
  frame: Frame,
  payload: CheckedFramePayload<name>,
) => Promise<FrameResult<name>>
