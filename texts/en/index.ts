import about from './about.json' with { type: 'json' }
import aiStartup from './ai-startup.json' with { type: 'json' }
import api from './api.json' with { type: 'json' }
import appDetails from './app-details.json' with { type: 'json' }
import application from './application.json' with { type: 'json' }
import blog from './blog.json' with { type: 'json' }
import blogDetails from './blog-details.json' with { type: 'json' }
import careerApply from './career-apply.json' with { type: 'json' }
import caseStudy from './case-study.json' with { type: 'json' }
import caseStudyDetails from './case-study-details.json' with { type: 'json' }
import comingSoon from './coming-soon.json' with { type: 'json' }
import contact from './contact.json' with { type: 'json' }
import contactBox from './contact-box.json' with { type: 'json' }
import demoNavbars from './demo-navbars.json' with { type: 'json' }
import failure from './failure.json' with { type: 'json' }
import faq from './faq.json' with { type: 'json' }
import formErrors from './form-errors.json' with { type: 'json' }
import forms from './forms.json' with { type: 'json' }
import home from './home.json' with { type: 'json' }
import internship from './internship.json' with { type: 'json' }
import jobAlerts from './job-alerts.json' with { type: 'json' }
import jobReminder from './job-reminder.json' with { type: 'json' }
import jobs from './jobs.json' with { type: 'json' }
import machineLearning from './machine-learning.json' with { type: 'json' }
import mail from './mail.json' with { type: 'json' }
import notFound from './not-found.json' with { type: 'json' }
import openingHours from './opening-hours.json' with { type: 'json' }
import pagedList from './paged-list.json' with { type: 'json' }
import pricing from './pricing.json' with { type: 'json' }
import privacyPolicy from './privacy-policy.json' with { type: 'json' }
import projectDetails from './project-details.json' with { type: 'json' }
import projectTypes from './project-types.json' with { type: 'json' }
import projects from './projects.json' with { type: 'json' }
import projectsOverview from './projects-overview.json' with { type: 'json' }
import serviceDetails from './service-details.json' with { type: 'json' }
import services from './services.json' with { type: 'json' }
import shell from './shell.json' with { type: 'json' }
import signIn from './sign-in.json' with { type: 'json' }
import signUp from './sign-up.json' with { type: 'json' }
import states from './states.json' with { type: 'json' }
import team from './team.json' with { type: 'json' }
import termsConditions from './terms-conditions.json' with { type: 'json' }
import testimonials from './testimonials.json' with { type: 'json' }

/** Every sentence the interface says, in English; the file names are the names the pages ask for. */
export const en = {
  shell,
  'form-errors': formErrors,
  forms,
  states,
  'paged-list': pagedList,
  'project-types': projectTypes,
  'opening-hours': openingHours,
  'contact-box': contactBox,
  api,
  mail,
  home,
  about,
  services,
  'service-details': serviceDetails,
  projects,
  'projects-overview': projectsOverview,
  'project-details': projectDetails,
  'app-details': appDetails,
  'job-reminder': jobReminder,
  jobs,
  'job-alerts': jobAlerts,
  'career-apply': careerApply,
  application,
  internship,
  contact,
  'not-found': notFound,
  failure,
  team,
  pricing,
  faq,
  testimonials,
  'case-study': caseStudy,
  'case-study-details': caseStudyDetails,
  blog,
  'blog-details': blogDetails,
  'ai-startup': aiStartup,
  'machine-learning': machineLearning,
  'demo-navbars': demoNavbars,
  'sign-in': signIn,
  'sign-up': signUp,
  'terms-conditions': termsConditions,
  'privacy-policy': privacyPolicy,
  'coming-soon': comingSoon,
}

export type Texts = typeof en
