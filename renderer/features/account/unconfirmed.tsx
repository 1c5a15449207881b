import { useState } from 'react'
import { cloudApi } from '../../backend/cloud-api.ts'
import { account as says } from '../../messages/account.ts'
import { Button } from '../../ui/button.tsx'
import { refusalText } from './refusal.ts'

/** Anybody can sign up with anybody's address: invitations wait until it is confirmed. */
export function Unconfirmed({ email }: { email: string }) {
  const [news, setNews] = useState('')
  return (
    <div role="status" className="flex flex-col items-start gap-2.5 rounded-card border border-line bg-raised px-3 py-2.5 text-read">
      <p className="break-words">{news || says.unconfirmed(email)}</p>
      {news === '' && (
        <Button
          look="outlined"
          onClick={() =>
            void cloudApi.resendVerification({ body: { email } }).then(
              () => setNews(says.mailed(email)),
              (error: unknown) => setNews(refusalText(error)),
            )
          }
        >
          {says.resend}
        </Button>
      )}
    </div>
  )
}
