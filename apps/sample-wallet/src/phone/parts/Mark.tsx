import { useState } from 'react'
import { familyNetworkOf } from '../../chain/familyNetwork.js'

/** The dapp's image, or its initial when there is none or it does not load. */
export function AppMark({ name, icon }: { readonly name: string; readonly icon?: string }) {
  const [broken, setBroken] = useState(false)
  return (
    <span className="mark" aria-hidden="true">
      {icon && !broken ? (
        <img src={icon} alt="" referrerPolicy="no-referrer" onError={() => setBroken(true)} />
      ) : (
        initialOf(name)
      )}
    </span>
  )
}

export function NetworkMark({ chain }: { readonly chain: string }) {
  return (
    <span className="mark circle" aria-hidden="true">
      {chain === 'eip155:1' ? (
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M10 1.5 4.5 10 10 13l5.5-3z" fill="currentColor" />
          <path d="M4.5 11.5 10 18.5l5.5-7-5.5 3z" fill="currentColor" opacity=".55" />
        </svg>
      ) : (
        initialOf(familyNetworkOf(chain).name)
      )}
    </span>
  )
}

const initialOf = (name: string) => [...name.trim()][0]?.toUpperCase() ?? '?'
