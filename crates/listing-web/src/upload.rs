//! Forms with photos.

use std::sync::Arc;

use actix_web::HttpMessage as _;
use actix_web::web::Payload;
use listing_domain::photo::{PhotoUpload, UploadBytes};
use listing_http::{Admitted, ApiError, body};

use crate::control_characters::refuse_control;
use crate::form::Fields;
use crate::multipart::{Malformed, Parts};
use crate::page::Page;

/// The maximum size of a field other than a photo, in bytes.
const MAX_TEXT: usize = 4 * 1024;
/// The maximum number of fields in a form besides its photos, including empty file fields.
const MAX_FIELDS: usize = 200;
/// The name of the field with the photos.
const PHOTOS: &str = "photos";

pub(crate) struct Upload {
    pub(crate) fields: Fields,
    pub(crate) photos: Vec<PhotoUpload>,
    /// The name of each photo's file, as the browser sent it.
    pub(crate) names: Vec<String>,
}

impl Upload {
    /// Reads a form with photos into memory reserved for the account. Photos refer to the form's bytes
    /// instead of copying them, and keep them and the reservation alive. Of more than `max_photos` photos,
    /// one too many is returned. Afterwards it looks up the session again.
    ///
    /// # Errors
    /// As for [`Fields::read`], and the errors of reading a request body.
    pub(crate) async fn read(
        page: &mut Page,
        payload: Payload,
        admitted: &Admitted,
        max_photos: usize,
    ) -> Result<Self, ApiError> {
        body::check_announced(&page.request, &page.edge.limits)?;
        let kind = page.request.mime_type().ok().flatten().ok_or_else(unreadable)?;
        let is_form = kind.essence_str() == "multipart/form-data";
        let boundary = kind.get_param("boundary").filter(|_| is_form).ok_or_else(unreadable)?;
        let (bytes, memory) = admitted.read(&page.request, payload).await?;
        let bytes = Arc::new(UploadBytes::with_keep_alive(bytes, memory));
        let upload = Self::parse(&bytes, boundary.as_str(), max_photos)?;
        Ok(Self { fields: upload.fields.checked(page).await?, ..upload })
    }

    fn parse(bytes: &Arc<UploadBytes>, boundary: &str, max_photos: usize) -> Result<Self, ApiError> {
        let mut parts = Parts::new(bytes, boundary)?;
        let (mut fields, mut photos, mut names, mut count) = (Vec::new(), Vec::new(), Vec::new(), 0);
        while let Some(part) = parts.next()? {
            count += 1;
            if count > MAX_FIELDS + max_photos {
                let max = MAX_FIELDS + max_photos;
                return Err(ApiError::invalid(format!("A form has at most {max} fields")));
            }
            if part.name == PHOTOS {
                // Browsers send an empty file when the user chose none.
                if !part.content.is_empty() && photos.len() <= max_photos {
                    photos.extend(PhotoUpload::file_in(bytes, part.content));
                    names.push(part.file_name);
                }
            } else if part.content.len() > MAX_TEXT {
                return Err(ApiError::invalid("A field of the form is too long"));
            } else {
                let text = bytes.get(part.content).unwrap_or_default().to_vec();
                fields.push((part.name, String::from_utf8(text).map_err(|_| unreadable())?));
            }
        }
        refuse_control(&fields)?;
        Ok(Self { fields: Fields::new(fields), photos, names })
    }
}

impl From<Malformed> for ApiError {
    fn from(_: Malformed) -> Self {
        unreadable()
    }
}

fn unreadable() -> ApiError {
    ApiError::invalid("The form could not be read: it is not encoded as multipart/form-data")
}
