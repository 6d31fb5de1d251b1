import { index, prefix, type RouteConfig, route } from '@react-router/dev/routes'

/**
 * The route table of docs/product.md, section 2, in the same order.
 * Every page also has its permanent Arabic address under /ar; plain addresses follow the saved language.
 */
export default prefix('ar?', [
  index('pages/home/home.tsx'),
  route('ai-startup', 'pages/samples/ai-startup/ai-startup.tsx'),
  route('machine-learning', 'pages/samples/machine-learning/machine-learning.tsx'),
  route('about', 'pages/about/about.tsx'),
  route('team', 'pages/samples/team/team.tsx'),
  route('pricing', 'pages/samples/pricing/pricing.tsx'),
  route('faq', 'pages/samples/faq/faq.tsx'),
  route('testimonials', 'pages/samples/testimonials/testimonials.tsx'),
  route('case-study', 'pages/samples/case-study/case-study.tsx'),
  route('case-study-details', 'pages/samples/case-study/case-study-details.tsx'),
  route('error', 'pages/error.tsx'),
  route('sign-in', 'pages/samples/account/sign-in.tsx'),
  route('sign-up', 'pages/samples/account/sign-up.tsx'),
  route('terms-conditions', 'pages/legal/terms-conditions.tsx'),
  route('privacy-policy', 'pages/legal/privacy-policy.tsx'),
  route('coming-soon', 'pages/samples/coming-soon/coming-soon.tsx'),
  route('services', 'pages/services.tsx'),
  route('services-details/:id', 'pages/service-details.tsx'),
  route('projects', 'pages/projects.tsx'),
  route('projectsOverView/:id', 'pages/projects-overview/projects-overview.tsx'),
  route('projects-details/:id', 'pages/project-details.tsx'),
  route('app-details/:id', 'pages/app-details.tsx'),
  route('blog', 'pages/samples/blog/blog.tsx'),
  route('blog-details', 'pages/samples/blog/blog-details.tsx'),
  route('contact', 'pages/contact/contact.tsx'),
  route('internship', 'pages/internship/internship.tsx'),
  route('jobs', 'pages/jobs.tsx'),
  route('careerApply/:id', 'pages/career-apply/career-apply.tsx'),
  route('*', 'pages/not-found.tsx'),
]) satisfies RouteConfig
