export default function SignUp() {
  return <h1>sign-up</h1>
}
