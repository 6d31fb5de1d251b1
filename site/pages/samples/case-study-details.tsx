export default function CaseStudyDetails() {
  return <h1>case-study-details</h1>
}
