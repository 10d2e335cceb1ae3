import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Wallets } from './Wallets'

export const metadata: Metadata = { title: 'Sign in with Latchkey and Next', icons: 'data:,' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Wallets>{children}</Wallets>
      </body>
    </html>
  )
}
