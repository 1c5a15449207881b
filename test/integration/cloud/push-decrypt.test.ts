import { expect, it } from 'vitest'
import { newReceiver } from '../../support/push/push-decrypt.ts'

it('decrypts the example of RFC 8291, section 5', async () => {
  const own = Buffer.from('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', 'base64url')
  const receiver = await newReceiver({
    jwk: {
      kty: 'EC',
      crv: 'P-256',
      d: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
      x: own.subarray(1, 33).toString('base64url'),
      y: own.subarray(33).toString('base64url'),
    },
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  })
  const body = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  )
  expect(await receiver.decrypt(body)).toBe('When I grow up, I want to be a watermelon')
})
