import type { Icon } from '@latchkey/parts/icons'

export type ActionButton = {
  readonly icon: Icon
  readonly label: string
  readonly testId: string
  readonly onClick: () => void
}

/** What can be done with an account or a token, in a row; nothing without buttons. */
export function ActionButtons({ buttons }: { readonly buttons: readonly ActionButton[] }) {
  if (buttons.length === 0) return null
  return (
    <div className="features">
      {buttons.map(({ icon: Icon, label, testId, onClick }) => (
        <button
          key={testId}
          type="button"
          className="feature"
          data-testid={testId}
          onClick={() => onClick()}
        >
          <Icon />
          <span>{label}</span>
        </button>
      ))}
    </div>
  )
}
