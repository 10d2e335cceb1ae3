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

/** What the methods work with: one for the life of the document, and one page to answer to. */
export type Frame = {
  readonly settings: FrameSettings
  /** Of this site: addresses a login may end at begin with it. */
  readonly loginOrigin: string
  /** Of the page, by the handshake. */
  readonly parentOrigin: string
  /** The project lets its pages take codes in a field of their own. */
  readonly otpInPage: boolean
  /** Known to the login site by its digest. */
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
  /** The social login under way, over a reload of the page too. */
  readonly socialFlow: {
    get(): Promise<SocialFlow | undefined>
    set(flow: SocialFlow | undefined): Promise<void>
  }
  readonly shown: ActiveScreens
  readonly prompts: Prompts
  readonly recipients: Recipients
  lookups(): Promise<Lookups>
  readonly notify: Notify
  /** Of the browser, until the page says otherwise. */
  systemTheme(): 'light' | 'dark'
  reload(): void
  pause(ms: number, signal: AbortSignal): Promise<void>
  now(): number
}

/** Answers one kind of message. Rejects with a `LoginError` that the page is told. */
export type Method<name extends FrameRequestName> = (
  frame: Frame,
  payload: CheckedFramePayload<name>,
) => Promise<FrameResult<name>>
