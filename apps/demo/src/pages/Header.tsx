import type { Framework } from '../configuration/embedCode.js'
import type { Local } from '../configuration/local.js'
import { Icon } from '../panel/Icon.js'

type HeaderProps = {
  readonly framework: Framework
  readonly local: Local
  /** Carried along, so that the other page is configured alike. */
  readonly hash: string
}

const pages = [
  { framework: 'vanilla', label: 'HTML', path: './index.html' },
  { framework: 'react', label: 'React', path: './react.html' },
] as const

export function Header({ framework, local, hash }: HeaderProps) {
  return (
    <header className="top">
      <span className="brand">
        <img src="/icon.svg" alt="" width="28" height="28" /> Latchkey
        <span className="hint">Playground</span>
      </span>
      <nav aria-label="Pages" className="segments">
        {pages.map((page) => (
          <a
            key={page.path}
            href={hash ? `${page.path}#${hash}` : page.path}
            aria-current={page.framework === framework ? 'page' : undefined}
          >
            {page.label}
          </a>
        ))}
      </nav>
      {local.sampleWallet && (
        <a className="quiet" href={local.sampleWallet} target="_blank" rel="noopener noreferrer">
          Phone wallet <Icon name="out" />
        </a>
      )}
    </header>
  )
}
