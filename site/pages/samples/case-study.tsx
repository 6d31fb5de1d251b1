export default function CaseStudy() {
  return <h1>case-study</h1>
}
