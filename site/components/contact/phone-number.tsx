/** A number as it is dialled: always left to right, in groups the eye can hold. */
export function PhoneNumber({ number }: { number: string }) {
  return <bdi dir="ltr">{number.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3')}</bdi>
}
