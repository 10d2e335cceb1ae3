import type { ReactNode } from 'react'
import { GuardedButton } from '../../guard/GuardedButton.js'
import type { Guarded } from '../../guard/useGuard.js'
import { AccountPage, type AccountPageProps } from './AccountPage.js'
import { again } from './text.js'
import type { Reading } from './useReading.js'

export type AccountListProps<item> = Omit<AccountPageProps, 'actions' | 'content' | 'children'> & {
  readonly reading: Reading<readonly item[]>
  readonly texts: {
    readonly title: string
    readonly text?: string
    readonly none: string
    readonly errorText: string
  }
  /** Whether these items are nothing to speak of. Default: there are none. */
  readonly isNone?: (items: readonly item[]) => boolean
  /** Between the title and the list. */
  readonly header?: ReactNode
  /** What the page shows beside the list. */
  readonly content?: string
  /** A button for the whole list. */
  readonly action?: (guard: Guarded) => ReactNode
  /** One item of the list. */
  readonly children: (item: item, guard: Guarded) => ReactNode
}

/** An account page with a list that is read when it opens: loading, empty, failed or known. */
export function AccountList<item>({
  reading: { outcome, again: readAgain },
  texts,
  isNone = (items) => items.length === 0,
  header,
  action,
  content = '',
  children,
  ...page
}: AccountListProps<item>) {
  return (
    <AccountPage
      {...page}
      content={`${outcome.state} ${content}`}
      actions={(guard) =>
        outcome.state === 'failed' ? (
          <GuardedButton guard={guard} onClick={readAgain}>
            {again}
          </GuardedButton>
        ) : (
          action?.(guard)
        )
      }
    >
      {(guard) => (
        <>
          <div className="words">
            <h1 className="title">{texts.title}</h1>
            {texts.text && <p className="quiet">{texts.text}</p>}
          </div>
          {header}
          {outcome.state === 'waiting' && (
            <ul className="sessions">
              <li className="session">
                <span className="skeleton" />
              </li>
            </ul>
          )}
          {outcome.state === 'failed' && <p className="quiet">{texts.errorText}</p>}
          {outcome.state === 'known' && (
            <>
              {outcome.value.length > 0 && (
                <ul className="sessions">{outcome.value.map((item) => children(item, guard))}</ul>
              )}
              {isNone(outcome.value) && <p className="quiet">{texts.none}</p>}
            </>
          )}
        </>
      )}
    </AccountPage>
  )
}
